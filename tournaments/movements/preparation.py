"""Packs that a plan needs, and when boards are dealt into them.

A pack is free for another board once its board is played out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

DEAL_MINUTES = 3
"""Per board: deal from a phone, put both packets away."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DealingRound:
    round: int
    boards: int
    each: int

    @property
    def minutes(self) -> int:
        return self.each * DEAL_MINUTES


@dataclass(frozen=True, slots=True)
class Preparation:
    """Packs in use, packs missing to deal all at once, and what is dealt before which round.

    `fits` is False if more boards are in play at once than there are packs.
    """

    packs: int
    dealt: tuple[DealingRound, ...] = ()
    lacking: int = 0
    fits: bool = True
    before_play: bool = False

    @property
    def minutes(self) -> int:
        return 0 if self.before_play else sum(each.minutes for each in self.dealt)

    @property
    def is_same_every_round(self) -> bool:
        return len(self.dealt) > 1 and len({each.boards for each in self.dealt}) == 1


def prepare_boards(
    sets: Sequence[Span],
    *,
    boards: int,
    copies: int,
    tables: int,
    packs: int | None = None,
    by_tables: bool = True,
) -> Preparation:
    """Preparation of board sets, each with its first and last round of play.

    `boards` are per set, `copies` of each, `packs` available (None: enough). If tables do not
    deal, all boards are dealt before play, each needing its own pack.
    """
    if not copies:  # cards are shuffled at the table: a pack each
        return Preparation(tables, fits=packs is None or packs >= tables)
    needed = len(sets) * boards * copies
    if not by_tables:
        fits = packs is None or packs >= needed
        return Preparation(needed, lacking=shortage(needed, packs), fits=fits, before_play=True)
    if copies > 1:
        return deal_every_round(sets, boards * copies, tables, packs)
    return deal_ahead(sets, boards, tables, packs)


def shortage(needed: int, packs: int | None) -> int:
    return 0 if packs is None else max(0, needed - packs)


def deal_every_round(
    sets: Sequence[Span], each: int, tables: int, packs: int | None
) -> Preparation:
    """Every table has its own copies, dealt again before each round."""
    rounds = sorted({first for first, _last in sets})
    dealt = tuple(DealingRound(number, each, -(-each // tables)) for number in rounds)
    lacking = shortage(each, packs)
    return Preparation(each, dealt, lacking, fits=not lacking)


def deal_ahead(sets: Sequence[Span], boards: int, tables: int, packs: int | None) -> Preparation:
    """One copy of each: as many as there are packs before round 1, the rest into freed packs."""
    spans = sorted(span for span in sets for _board in range(boards))
    total = len(spans)
    have = total if packs is None else min(packs, total)
    waiting, held, dealt = list(spans), list[int](), list[DealingRound]()
    for number in sorted({first for first, _last in spans}):
        held = [last for last in held if last >= number]
        if not waiting or waiting[0][0] > number:
            continue
        now = waiting[: have - len(held)]
        waiting = waiting[len(now) :]
        held += [last for _first, last in now]
        if waiting and waiting[0][0] <= number:
            return Preparation(have, tuple(dealt), shortage(total, packs), fits=False)
        dealt.append(DealingRound(number, len(now), -(-len(now) // tables)))
    return Preparation(have, tuple(dealt), shortage(total, packs))
