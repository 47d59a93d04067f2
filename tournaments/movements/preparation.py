"""How many packs a plan holds, and when the boards are dealt into them.

A board keeps its pack as long as somebody has yet to play it; then the pack is free for another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

DEAL_MINUTES = 3
"""Dealing a board from a phone and putting both packets away."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dealt:
    """Boards that are dealt before a round, and how many of them the busiest table deals."""

    round: int
    boards: int
    each: int

    @property
    def minutes(self) -> int:
        """How long play waits for it."""
        return self.each * DEAL_MINUTES


@dataclass(frozen=True, slots=True)
class Preparation:
    """The packs in use, those that lack to deal all at once, and what is dealt before which round.

    `fits` is False where more boards are in play at once than there are packs.
    """

    packs: int
    dealt: tuple[Dealt, ...] = ()
    lacking: int = 0
    fits: bool = True
    before_play: bool = False

    @property
    def minutes(self) -> int:
        """Of the evening; boards made before play take none of it."""
        return 0 if self.before_play else sum(each.minutes for each in self.dealt)

    @property
    def every_round(self) -> bool:
        """Whether the same is dealt before each round."""
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
    """The preparation of board sets, each played from a first to a last round.

    `boards` are those of a set, `copies` of each, `packs` those there are (None: enough).  Where
    the tables do not deal, everything is made before play and needs a pack of its own.
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
    """Every table has copies of its own, which are dealt anew before each round."""
    rounds = sorted({first for first, _last in sets})
    dealt = tuple(Dealt(number, each, -(-each // tables)) for number in rounds)
    lacking = shortage(each, packs)
    return Preparation(each, dealt, lacking, fits=not lacking)


def deal_ahead(sets: Sequence[Span], boards: int, tables: int, packs: int | None) -> Preparation:
    """One copy of each: as many as there are packs before round 1, the rest into freed packs."""
    spans = sorted(span for span in sets for _board in range(boards))
    total = len(spans)
    have = total if packs is None else min(packs, total)
    waiting, held, dealt = list(spans), list[int](), list[Dealt]()
    for number in sorted({first for first, _last in spans}):
        held = [last for last in held if last >= number]
        if not waiting or waiting[0][0] > number:
            continue
        now = waiting[: have - len(held)]
        waiting = waiting[len(now) :]
        held += [last for _first, last in now]
        if waiting and waiting[0][0] <= number:
            return Preparation(have, tuple(dealt), shortage(total, packs), fits=False)
        dealt.append(Dealt(number, len(now), -(-len(now) // tables)))
    return Preparation(have, tuple(dealt), shortage(total, packs))
