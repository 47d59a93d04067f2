"""Fouled boards: only tables with the same cards are compared (Law 87)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.scoring.comparison import Comparison, Sides
from tournaments.scoring.facts import Facts
from tournaments.scoring.results import Average, BoardResult

AS_DEALT = 0


class Group(NamedTuple):
    """Results of a board with the same cards, and the nets compared.

    `most`: size of the largest other group, 0 if not fouled.
    """

    results: Sequence[BoardResult]
    nets: Sequence[int]
    most: int

    @property
    def is_small_part(self) -> bool:
        """Whether fixed percentages can apply: smaller than another group of a fouled board."""
        return len(self.nets) < self.most


def group_results(played: Iterable[BoardResult], references: Sequence[int]) -> list[Group]:
    results: dict[int, list[BoardResult]] = defaultdict(list)
    for result in played:
        results[result.group].append(result)
    nets = {
        number: [net for each in members if (net := each.compared_net) is not None]
        for number, members in results.items()
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


def is_incomparable(facts: Facts, group: Group) -> bool:
    """Whether all other results had other cards."""
    is_alone = len(group.nets) == 1 and group.most > 1
    return is_alone and facts.options.small_groups and facts.method.compares


class IncomparableResult:
    """A result without comparison: average plus for both sides."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self.n = comparison.n
        self.top = comparison.top
        self.score_assigned = comparison.score_assigned
        self.average = comparison.average

    def score_played(self, _net: int) -> Sides:
        """Average plus, as neither side is at fault (Law 12C2)."""
        return self._comparison.average(Average.PLUS)
