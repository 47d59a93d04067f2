from collections.abc import Iterator, Sequence

Unmet = Sequence[set[int]]

MAX_LOOKAHEAD_ROUNDS = 3
MAX_PAIRINGS_TRIED = 2000
"""Then pairing is assumed to be possible."""


def can_pair_rounds(unmet: Unmet, unplayed: Sequence[int], rounds: int) -> bool:
    """Whether this number of rounds can be paired without rematches.

    In an odd field one of those with the fewest unplayed rounds rests.
    """
    steps = [MAX_PAIRINGS_TRIED]
    return _can_pair_rounds(unmet, unplayed, rounds, steps) or steps[0] <= 0


def _can_pair_rounds(unmet: Unmet, unplayed: Sequence[int], rounds: int, steps: list[int]) -> bool:
    if not rounds:
        return True
    size = len(unmet)
    if size % 2 == 0:
        return _can_pair_seated(unmet, unplayed, frozenset(range(size)), rounds, steps)
    least = min(unplayed)
    return any(
        _can_pair_seated(
            unmet,
            [each + (at == place) for at, each in enumerate(unplayed)],
            frozenset(range(size)) - {place},
            rounds,
            steps,
        )
        for place in range(size)
        if unplayed[place] == least
    )


def _can_pair_seated(
    unmet: Unmet,
    unplayed: Sequence[int],
    seated: frozenset[int],
    rounds: int,
    steps: list[int],
) -> bool:
    for pairs in _pairings(unmet, seated, steps):
        left = [set(others) for others in unmet]
        for a, b in pairs:
            left[a].discard(b)
            left[b].discard(a)
        if _can_pair_rounds(left, unplayed, rounds - 1, steps):
            return True
    return False


def _pairings(
    unmet: Unmet, seated: frozenset[int], steps: list[int]
) -> Iterator[list[tuple[int, int]]]:
    steps[0] -= 1
    if steps[0] < 0:
        return
    if not seated:
        yield []
        return
    a = min(seated, key=lambda place: (len(unmet[place] & seated), place))
    for b in sorted(unmet[a] & seated):
        for others in _pairings(unmet, seated - {a, b}, steps):
            yield [(a, b), *others]
