"""Cost of pairing two entries, as one exact integer whose levels never mix.

In this order: forbidden pairs, rematches, two fixed tables, a bye out of the resting order,
squared score differences, squared rank differences.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tournaments.movements.errors import _, require

System = Literal["swiss", "danish", "random"]
Id = int | str

WEIGHT_BITS = 120
"""The matching adds weights in 128 bits."""


@dataclass(frozen=True, slots=True)
class DrawEntry:
    """An entrant before the draw: score in whole units (hundredths of a point), rank from 1.

    Equal ranks are tied. `met` is the round by former opponent (0 if unknown), `unplayed` the
    rounds that count against resting again, `avoid` forbidden opponents, `ns_rounds` the rounds
    as North-South, `sides` by round (from 1) North-South (1) or East-West (−1), where known.
    """

    id: Id
    score: int = 0
    rank: int = 0
    met: Mapping[Id, int] = field(default_factory=dict)
    unplayed: int = 0
    avoid: frozenset[Id] = frozenset()
    fixed_table: int | None = None
    ns_rounds: int = 0
    sides: Mapping[int, int] = field(default_factory=dict)


def rest_key(entry: DrawEntry, system: System) -> tuple[int, ...]:
    """Sort key for resting: the least rests first, ties are decided by lot.

    Fewest unplayed rounds first, then the lowest placed.
    """
    if system == "random":
        return (entry.unplayed,)
    return entry.unplayed, entry.score, -entry.rank


class Costs:
    def __init__(
        self, order: Sequence[DrawEntry], system: System, folded: bool = False, seed: int = 0
    ) -> None:
        self.order = tuple(order)
        self.system = system
        size = len(order)
        self.scores = [entry.score if system == "swiss" else 0 for entry in order]
        spread = max(self.scores) - min(self.scores)
        self.per_score = size**3 + 1
        self.per_bye_place = self.per_score * (size * spread**2 + 1)
        self.move = self.per_bye_place * (size + 1)
        fixed = sum(entry.fixed_table is not None for entry in order)
        rematch = self.move * (fixed // 2 + 1)
        self.rematch = 0 if system == "danish" else rematch
        self.forbidden = rematch * (size // 2 + 1)
        resting = list(range(size))
        Random(seed).shuffle(resting)
        resting.sort(key=lambda place: rest_key(order[place], system))
        self.rest_place = {place: at for at, place in enumerate(resting)}
        groups = Counter(self.scores)
        # Only the upper half of a group looks down the fold: |Δrank| − g/2.
        self.folds = [groups[score] // 2 if folded else 0 for score in self.scores]
        require(
            (self.forbidden * (size + 1)).bit_length() <= WEIGHT_BITS,
            "scores_too_wide",
            _("These scores are too large to be paired exactly."),
        )

    def pair_cost(self, a: int, b: int) -> int:
        gap = self.scores[a] - self.scores[b]
        distance = b - a if gap else b - a - self.folds[a]
        return (
            self.per_score * gap**2
            + distance**2
            + self.move * self.is_move_needed(a, b)
            + self.rematch * self.have_met(a, b)
            + self.forbidden * self.must_not_meet(a, b)
        )

    def bye_cost(self, place: int) -> int:
        return self.per_bye_place * self.rest_place[place]

    def is_move_needed(self, a: int, b: int) -> bool:
        return None not in (self.order[a].fixed_table, self.order[b].fixed_table)

    def must_not_meet(self, a: int, b: int) -> bool:
        first, second = self.order[a], self.order[b]
        return second.id in first.avoid or first.id in second.avoid

    def have_met(self, a: int, b: int) -> bool:
        first, second = self.order[a], self.order[b]
        return second.id in first.met or first.id in second.met

    def can_meet(self, a: int, b: int) -> bool:
        return a != b and not self.have_met(a, b) and not self.must_not_meet(a, b)
