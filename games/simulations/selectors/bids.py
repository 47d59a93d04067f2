from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.belot import parse_bid, variant_from_json
from games.belot.simulation import BidTable, MadeBids, Tally, bids_told
from games.charts.shares import Shares, shares_chart
from games.simulations.questions import QuestionJson

MARK_NAMES: Final[dict[str, Promise]] = {
    "*": pgettext_lazy("bid", "capot"),
    "**": pgettext_lazy("bid", "capot alone"),
}


@dataclass(frozen=True, slots=True)
class BidRow:
    words: str
    count: int
    percent: Fraction
    is_asked: bool
    """Whether it was given with the contract."""
    cells: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class BidsShown:
    """How often each bid is made; ``lines`` are the contracts if there are several."""

    deals: int
    rows: tuple[BidRow, ...]
    lines: tuple[MadeBids, ...]
    chart: Shares


def bid_words(bid: str) -> str:
    """A bid without its contract, as spoken: 120, capot."""
    return str(MARK_NAMES.get(bid, bid))


def announced_bid_counts(question: QuestionJson, tally: Tally) -> BidTable | None:
    """How many deals make each bid; None if no number was bid and played."""
    return bids_told(variant_from_json(question["variant"]), tally)


def bids_shown(question: QuestionJson, tally: Tally) -> BidsShown | None:
    bid_table = announced_bid_counts(question, tally)
    if bid_table is None:
        return None
    requested_bid = question_bid(question)
    lines = () if question.get("contract") else bid_table.lines
    rows = tuple(
        BidRow(
            bid_words(bid),
            count,
            Fraction(100 * count, bid_table.deals),
            bid == requested_bid,
            tuple(Fraction(100 * line.counts[at], line.deals) for line in lines),
        )
        for at, (bid, count) in enumerate(zip(bid_table.bids, bid_table.counts, strict=True))
    )
    return BidsShown(
        bid_table.deals, rows, lines, shares_chart([(r.words, r.percent) for r in rows])
    )


def question_bid(question: QuestionJson) -> str:
    fixed = question.get("contract")
    bid = parse_bid(fixed["contract"]) if fixed else None
    if bid is None:
        return ""
    return "*" * bid.promise or bid.number
