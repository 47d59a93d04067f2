"""Questions about masks, in functions that compile to a few machine instructions."""

from games.belot.compiling import kernel, machine


@machine("ctpop")
def popcount(mask: int) -> int:
    """How many bits are set in a mask that is not negative."""
    return mask.bit_count()


@machine("cttz")
def lowest(mask: int) -> int:
    """The number of the lowest bit set in a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


@kernel
def nth(mask: int, place: int) -> int:
    """The number of the bit that `place` set bits lie below."""
    while place > 0:
        mask &= mask - 1
        place -= 1
    return lowest(mask)


@kernel
def nth_of_hand(mask: int, place: int) -> int:
    """The same for at most eight bits, without a branch: a random place cannot be foreseen."""
    for step in range(7):
        if place > step:
            mask &= mask - 1
    return lowest(mask)
