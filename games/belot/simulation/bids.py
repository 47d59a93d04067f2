from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.belot.cards import CONTRACTS
from games.belot.kernel.tally import SIDES, Reach, Tally
from games.belot.numbers import ALL_TRICKS, ALONE, WITH_NUMBER, Scale
from games.belot.table import table_of
from games.belot.variant import Variant

MIN_NUMBERS_SHOWN: Final = 9
ALL_TRICKS_MARKS: Final = ("", "*", "**")
"""By promise."""


@dataclass(frozen=True, slots=True)
class MadeBids:
    """Deals of one contract and side that make each bid; `counts` in the order of the bids."""

    contract: str
    side: str
    deals: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidTable:
    """Bids as written: `*` for all tricks, `**` for all of them alone."""

    bids: tuple[str, ...]
    lines: tuple[MadeBids, ...]

    @property
    def deals(self) -> int:
        return sum(line.deals for line in self.lines)

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(line.counts for line in self.lines), strict=True)))


def bids_told(variant: Variant, tally: Tally) -> BidTable | None:
    """Bids that the deals of a tally make; None if no number was bid and played.

    A deal that makes 120 makes 110 too. Counted as played: after another bid the same cards
    could be played differently.
    """
    deals: dict[tuple[int, int], dict[Reach, int]] = {}
    for code, count in tally.reached.items():
        reach = Reach.of(code)
        deals.setdefault((reach.contract, reach.side), {})[reach] = count
    if not deals:
        return None
    scale = table_of(variant).scale
    steps = {key: deals_by_step(variant, scale, reached) for key, reached in deals.items()}
    shown_count = max(MIN_NUMBERS_SHOWN, *(len(counts) for counts in steps.values()))
    numbers = [str(scale.low + scale.step * at) for at in range(min(shown_count, scale.steps))]
    marks = [ALL_TRICKS] * bool(scale.marks) + [ALONE] * bool(scale.solo_value)
    lines = [
        MadeBids(
            CONTRACTS[contract],
            SIDES[side],
            sum(reached.values()),
            (
                *(steps[contract, side] + [0] * len(numbers))[: len(numbers)],
                *(count_all_tricks(scale, reached, mark) for mark in marks),
            ),
        )
        for (contract, side), reached in sorted(deals.items())
    ]
    return BidTable((*numbers, *(ALL_TRICKS_MARKS[mark] for mark in marks)), tuple(lines))


def deals_by_step(variant: Variant, scale: Scale, reached: Mapping[Reach, int]) -> list[int]:
    counts = [0] * scale.steps
    for reach, count in reached.items():
        for step in range(count_steps(variant, scale, reach)):
            counts[step] += count
    return counts[: scale.steps - counts.count(0)]


def count_steps(variant: Variant, scale: Scale, reach: Reach) -> int:
    """How many numbers of the scale a deal makes, from the lowest."""
    if reach.is_behind:
        return 0
    if variant.goal == "more":
        return scale.steps
    above = reach.points // scale.unit - scale.low
    return min(above // scale.step + 1, scale.steps) if above >= 0 else 0


def count_all_tricks(scale: Scale, reached: Mapping[Reach, int], mark: int) -> int:
    least = scale.low * scale.unit if scale.marks == WITH_NUMBER else 0
    return sum(
        count for reach, count in reached.items() if reach.tricks >= mark and reach.points >= least
    )
