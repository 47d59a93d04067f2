from games.belot.compiling import kernel, machine_instruction


@machine_instruction("ctpop")
def popcount(mask: int) -> int:
    """Number of set bits; the mask must not be negative."""
    return mask.bit_count()


@machine_instruction("cttz")
def lowest(mask: int) -> int:
    """Index of the lowest set bit; the mask must not be 0."""
    return (mask & -mask).bit_length() - 1


@kernel
def nth_bit(mask: int, place: int) -> int:
    """Index of the set bit with `place` set bits below it."""
    while place > 0:
        mask &= mask - 1
        place -= 1
    return lowest(mask)


@kernel
def nth_bit_of_hand(mask: int, place: int) -> int:
    """Same for at most eight bits, without a branch: random places are mispredicted."""
    for step in range(7):
        if place > step:
            mask &= mask - 1
    return lowest(mask)
