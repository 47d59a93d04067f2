from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.belot.errors import RuleError
from games.belot.position import COMPLETE, PASSED_OUT
from games.belot.records.game import Deal
from games.belot.records.record import replay
from games.belot.records.shape import check_match, object_kind
from games.belot.records.summary import slip_of
from games.belot.result import by_side, count_of, settlement_of
from games.belot.scoring import Settlement
from games.belot.switches import variant_from_json
from games.belot.table import VariantTable, exact_table_of, table_of


class SheetRow(NamedTuple):
    """One deal: each side's score with hanging points received, and points still waiting."""

    score: tuple[int, ...]
    hanging: int


@dataclass(slots=True)
class MatchSheet:
    table: VariantTable
    rows: list[SheetRow] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    waiting: int = 0
    target: int = 0
    winner: int = -1
    """-1 while undecided, or for a drawn match of fixed length."""
    over: bool = False
    played: int = 0
    """Without deals thrown in."""
    more: tuple[int, ...] = ()
    """Exact minus rounded score of the last deal, by side."""
    last: int = -1
    """Its index in `rows`."""

    def __post_init__(self) -> None:
        self.score = [0] * len(self.table.sides)
        self.target = self.table.variant.target

    def add(self, settled: Settlement | None, capot: bool, exact: Settlement | None = None) -> None:
        """Write a finished deal; None for one thrown in.

        ``exact``: the same deal unrounded, if the last deal counts exactly (`last_deal`).
        """
        written = list(settled.score) if settled else [0] * len(self.score)
        if settled and settled.outcome == "hanging":
            self.waiting += settled.hanging
        elif settled and not settled.ends_match:
            self._give_waiting(written, settled.totals)
        self._write(written)
        if settled:
            self.played += 1
            self._store_exact_difference(settled, exact or settled)
        if settled and settled.ends_match:
            self._end(max(range(len(written)), key=written.__getitem__))
        elif self.table.variant.match_deals:
            self._end_if_last_deal()
        elif settled and capot:
            self._after_capot()
        elif settled:
            self._end_if_won()

    def _give_waiting(self, written: list[int], totals: Sequence[int]) -> None:
        """Hanging points go to the side with strictly the most card points (S0, S1 4)."""
        best = max(totals)
        if totals.count(best) == 1:
            written[totals.index(best)] += self.waiting
            self.waiting = 0

    def _write(self, written: Sequence[int]) -> None:
        for side, points in enumerate(written):
            self.score[side] += points
        self.rows.append(SheetRow(tuple(written), self.waiting))

    def _store_exact_difference(self, settled: Settlement, exact: Settlement) -> None:
        pairs = zip(exact.score, settled.score, strict=True)
        self.more = tuple(exactly - rounded for exactly, rounded in pairs)
        self.last = len(self.rows) - 1

    def count_exactly(self) -> None:
        if any(self.more):
            row = self.rows[self.last]
            self.rows[self.last] = row._replace(score=tuple(map(int.__add__, row.score, self.more)))
            self.score = self._exact_score()
        self.more = ()

    def _exact_score(self) -> list[int]:
        return list(map(int.__add__, self.score, self.more)) if self.more else self.score

    def call_time(self) -> None:
        """The previous deal was the last, whatever the target."""
        if not self.over:
            self._end_with_leader()

    def _after_capot(self) -> None:
        """Capot: end, continue or raise the target (S0, S1 4; S2 4)."""
        exit_rule = self.table.variant.capot_exit
        if exit_rule is True:
            self._end_if_won()
        elif exit_rule == "raised":
            best = max(self.score)
            if best >= self.target and self.score.count(best) == 1:
                self.target = best + 1

    def _end_if_won(self) -> None:
        """At or past the target the higher wins; a tie continues (S0, S1 4)."""
        reached = self._exact_score()
        best = max(reached)
        if best >= self.target and reached.count(best) == 1:
            self._end(reached.index(best))

    def _end_if_last_deal(self) -> None:
        """After `match_deals` deals the higher wins; a tie is drawn."""
        if self.played == self.table.variant.match_deals:
            self._end_with_leader()

    def _end_with_leader(self) -> None:
        reached = self._exact_score()
        best = max(reached)
        self._end(reached.index(best) if reached.count(best) == 1 else -1)

    def _end(self, side: int) -> None:
        self.count_exactly()
        self.winner = side
        self.over = True

    def is_enough(self, points: Sequence[int]) -> bool:
        """Whether these points end the match (S3 Winning)."""
        reached = [had + gained for had, gained in zip(self.score, points, strict=True)]
        best = max(reached)
        return best >= self.target and reached.count(best) == 1

    def end_within_deal(self, points: Sequence[int]) -> None:
        self._write(points)
        self.more = ()
        self._end(max(range(len(self.score)), key=self.score.__getitem__))

    def result(self) -> dict[str, Any]:
        drawn = {"drawn": True} if self.over and self.winner < 0 else {}
        return {
            "sheet": [
                {"score": by_side(self.table, row.score), "hanging": row.hanging}
                for row in self.rows
            ],
            "score": by_side(self.table, self.score),
            "winner": self.table.sides[self.winner] if self.winner >= 0 else None,
            **drawn,
            "deals_counted": len(self.rows),
        }


def match_sheet(obj: Mapping[str, Any]) -> MatchSheet:
    """Sheet of a match object, each deal checked; RuleError at `deals[i]...`."""
    check_match(obj)
    variant = variant_from_json(obj["variant"])
    table = table_of(variant)
    sheet = MatchSheet(table)
    first_dealer = -1
    for index, item in enumerate(obj["deals"]):
        at = f"deals[{index}]"
        if sheet.over:
            raise RuleError("match_over", at)
        try:
            due = (first_dealer + index) % table.players if first_dealer >= 0 else -1
            last = index == len(obj["deals"]) - 1 and not obj.get("time_called")
            dealer = _add_deal(sheet, item, table.seats[due] if due >= 0 else "", last)
        except RuleError as error:
            raise error.at_place(f"{at}.{error.at}" if error.at else at) from None
        if dealer >= 0 and first_dealer < 0:
            first_dealer = (dealer - index) % table.players
    if obj.get("time_called"):
        sheet.call_time()
    return sheet


def _add_deal(sheet: MatchSheet, item: object, due: str, last: bool) -> int:
    """Return the dealer's seat number, or -1 for a slip."""
    if not isinstance(item, dict):
        raise RuleError("not_an_object")
    outer = sheet.table.variant
    exact = exact_table_of(outer) if outer.last_deal == "exact" else None
    if object_kind(item) in ("summary", "passed_out"):
        slip = slip_of(item, outer)
        sheet.add(slip.settlement(), slip.capot >= 0, exact and slip.settlement(exact))
        return -1
    deal = replay(Deal, item, outer, due)
    enough = points_at_end(sheet, deal)
    if enough is not None:
        sheet.end_within_deal(enough)
    elif deal.phase == PASSED_OUT:
        sheet.add(None, False)
    elif deal.phase == COMPLETE:
        count = count_of(deal)
        exactly = exact and settlement_of(deal, count, exact)
        sheet.add(settlement_of(deal, count), count.capot >= 0, exactly)
    elif not last:
        raise RuleError("unfinished_deal")
    return deal.dealer_seat


def running_points(deal: Deal) -> list[int]:
    """Card points so far, plus announcements of sides with a trick (rules 3, Bela)."""
    count = count_of(deal)
    return [
        points + premium * bool(tricks)
        for points, premium, tricks in zip(
            count.points, count.premiums, deal.side_tricks, strict=True
        )
    ]


def points_at_end(sheet: MatchSheet, deal: Deal) -> list[int] | None:
    """Points at the card that ended the match by `until: enough`, or None (rules 3, 6).

    Not for the last card of a deal: a complete deal is scored normally.
    """
    if sheet.table.variant.until != "enough":
        return None
    end_points = None
    earlier = deal.copy()
    while earlier.played:
        if earlier.phase == COMPLETE:
            earlier.undo()
            continue
        points = running_points(earlier)
        if sheet.is_enough(points):
            end_points = points
        earlier.undo()
    return end_points
