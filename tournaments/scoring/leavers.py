from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product

from tournaments.scoring.facts import Facts
from tournaments.scoring.results import ResultKind

COUNTED = frozenset({ResultKind.PLAYED, ResultKind.PASSED_OUT, ResultKind.ADJUSTED})


def leavers_to_annul(
    facts: Facts, left: Iterable[int], groups: Sequence[Collection[int]], rounds: int = 0
) -> tuple[int, ...]:
    """Leavers who played less than half of their matches against their group.

    ``rounds`` of the event; 0 means one full round robin.
    """
    times = _meetings(facts)
    annulled = []
    for entrant in sorted(left):
        others = {e for group in groups if entrant in group for e in group} - {entrant}
        lap = len(others) + (len(others) % 2 == 0)
        length = rounds or lap
        most = -(-length // lap)
        played = sum(min(times[frozenset({entrant, other})], most) for other in others)
        if 2 * played * lap < length * len(others):
            annulled.append(entrant)
    return tuple(annulled)


def _meetings(facts: Facts) -> Counter[frozenset[int]]:
    members = facts.members
    met = {
        (when, frozenset({a, b}))
        for when, sides in _sides_of_matches(facts)
        for one, other in combinations(sides, 2)
        for a, b in product(members.get(one, (one,)), members.get(other, (other,)))
    }
    return Counter(pair for _when, pair in met)


def _sides_of_matches(facts: Facts) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    for result in facts.results:
        if result.kind in COUNTED:
            yield (result.session, result.round), (result.ns, result.ew)
    for game in facts.games:
        yield (game.session, game.round), tuple(side.entrant for side in game.sides)
