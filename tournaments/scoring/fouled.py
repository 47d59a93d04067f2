"""Fouled boards: tables that had other cards are compared among themselves only (Law 87)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.scoring.comparison import Comparison, Sides
from tournaments.scoring.facts import Facts
from tournaments.scoring.results import Average, BoardResult

AS_DEALT = 0


class Group(NamedTuple):
    """The results of a board that had the same cards, and the nets they are compared with.

    `most` is the number of nets in the largest other group, 0 where nothing was fouled.
    """

    results: Sequence[BoardResult]
    nets: Sequence[int]
    most: int

    @property
    def may_be_small(self) -> bool:
        """Whether fixed percentages are for it: only beside a larger group of a fouled board."""
        return len(self.nets) < self.most


def groups_of(played: Iterable[BoardResult], references: Sequence[int]) -> list[Group]:
    """The groups of a board; a computer field has played the cards as dealt."""
    results: dict[int, list[BoardResult]] = defaultdict(list)
    for result in played:
        results[result.group].append(result)
    nets = {
        number: [net for each in found if (net := each.compared_net) is not None]
        for number, found in results.items()
    }
    if AS_DEALT in nets:
        nets[AS_DEALT] += references
    return [
        Group(
            results[number],
            nets[number],
            max((len(nets[other]) for other in nets if other != number), default=0),
        )
        for number in sorted(results)
    ]


def is_left_alone(facts: Facts, group: Group) -> bool:
    """Whether a result has nobody to be compared with because all others had other cards."""
    is_alone = len(group.nets) == 1 and group.most > 1
    return is_alone and facts.options.small_groups and facts.method.compares


class LeftAlone:
    """A result that nobody else can be compared with: average plus for both sides."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self.n = comparison.n
        self.top = comparison.top
        self.score_assigned = comparison.score_assigned
        self.average = comparison.average

    def score_played(self, _net: int) -> Sides:
        """Neither side is at fault (Law 12C2)."""
        return self._comparison.average(Average.PLUS)
