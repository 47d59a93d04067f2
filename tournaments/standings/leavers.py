"""Leavers of a round robin whose matches are annulled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product

from tournaments.standings.facts import Facts
from tournaments.standings.results import Kind

COUNTED = frozenset({Kind.PLAYED, Kind.PASSED_OUT, Kind.ADJUSTED})


def leavers_to_annul(
    facts: Facts, left: Iterable[int], groups: Sequence[Collection[int]]
) -> tuple[int, ...]:
    """Leavers that have met fewer than half of their group."""
    members = facts.members
    met = {
        frozenset({a, b})
        for sides in _sides_of_matches(facts)
        for one, other in combinations(sides, 2)
        for a, b in product(members.get(one, (one,)), members.get(other, (other,)))
    }
    annulled = []
    for entrant in sorted(left):
        others = {e for group in groups if entrant in group for e in group} - {entrant}
        if 2 * sum(frozenset({entrant, other}) in met for other in others) < len(others):
            annulled.append(entrant)
    return tuple(annulled)


def _sides_of_matches(facts: Facts) -> Iterator[tuple[int, ...]]:
    for result in facts.results:
        if result.kind in COUNTED:
            yield result.ns, result.ew
    for game in facts.games:
        yield tuple(side.entrant for side in game.sides)
