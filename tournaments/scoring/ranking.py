from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tournaments.scoring.facts import TieBreak
from tournaments.scoring.report import TieStep
from tournaments.scoring.tally import sort_keys
from tournaments.scoring.ties import TieBreakCriteria

TiedGroup = list[int]
GROUP_TIE_BREAKS = frozenset({TieBreak.DIRECT, TieBreak.DIRECT_BASIC})
"""Values depend on the tied group."""


class RankedEntrant(NamedTuple):
    entrant: int
    rank: int
    tied: bool


class Ranking(NamedTuple):
    places: list[RankedEntrant]
    steps: dict[int, list[TieStep]]


def group_equals(values: Mapping[int, Fraction]) -> list[TiedGroup]:
    groups: dict[int, TiedGroup] = defaultdict(list)
    for entrant, key in sorted(zip(values, sort_keys(values.values()), strict=True)):
        groups[key].append(entrant)
    return [groups[key] for key in sorted(groups, reverse=True)]


def places_of(groups: Iterable[TiedGroup]) -> list[RankedEntrant]:
    places: list[RankedEntrant] = []
    for group in groups:
        rank = len(places) + 1
        places += [RankedEntrant(entrant, rank, len(group) > 1) for entrant in group]
    return places


def rank(totals: Mapping[int, Fraction]) -> list[RankedEntrant]:
    return places_of(group_equals(totals))


def iterate_ranks(totals: Mapping[int, Fraction]) -> Iterator[tuple[int, int]]:
    """Ranks by total alone, faster than `rank`."""
    keys = sort_keys(totals.values())
    rank, last = 0, None
    for number, (key, entrant) in enumerate(sorted(zip(keys, totals, strict=True), reverse=True)):
        if key != last:
            rank, last = number + 1, key
        yield entrant, rank


def rank_with(
    totals: Mapping[int, Fraction], chain: Sequence[TieBreak], criteria: TieBreakCriteria
) -> Ranking:
    return rank_groups(group_equals(totals), chain, criteria)


def rank_groups(
    groups: Sequence[TiedGroup], chain: Sequence[TieBreak], criteria: TieBreakCriteria
) -> Ranking:
    steps: dict[int, list[TieStep]] = defaultdict(list)
    for tie_break in chain:
        groups = [
            part for group in groups for part in _split_group(group, tie_break, criteria, steps)
        ]
    return Ranking(places_of(groups), steps)


def _split_group(
    group: TiedGroup,
    tie_break: TieBreak,
    criteria: TieBreakCriteria,
    steps: dict[int, list[TieStep]],
    *,
    again: bool = False,
) -> list[TiedGroup]:
    """Split a tied group; a direct encounter is applied again within each part."""
    if len(group) == 1:
        return [group]
    values = criteria.values(tie_break, group)
    parts = group_equals(values)
    if again and len(parts) == 1:
        return parts
    for entrant in group:
        steps[entrant].append(TieStep(tie_break, values[entrant], tuple(group)))
    if len(parts) == 1 or tie_break not in GROUP_TIE_BREAKS:
        return parts
    return [
        each
        for part in parts
        for each in _split_group(part, tie_break, criteria, steps, again=True)
    ]


def split_ties(amounts: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Share the amounts of equal places; remainders stay with the club.

    ``ranks`` in order, equal for equal places.
    """
    shares: list[int] = []
    for _rank, group in groupby(ranks):
        size = len(list(group))
        whole = sum(amounts[len(shares) : len(shares) + size])
        shares += [whole // size] * size
    return shares
