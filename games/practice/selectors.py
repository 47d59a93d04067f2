"""What the person at a table of practice sees of it: made of the view of the seat, and no more."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.belot import (
    CARDS,
    Deal,
    Variant,
    View,
    bid_in,
    card_list,
)
from games.belot.bots import Rung
from games.models import Practice
from games.practice.jobs import MOVES_JOB
from games.practice.playing import deal_of, is_thinking
from games.practice.tasks import NEEDS_COMPILER
from games.wording import moves as words
from games.wording import words as wording
from jobs.models import Job

STRENGTHS: Final = Path(__file__).with_name("ladder.json")
SHOWN_NUMBERS: Final = 3
"""So many of the numbers that may be bid stand open; the higher ones lie behind a word."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table, as everybody sees it."""

    seat: str
    is_own: bool
    is_turn: bool
    is_dealer: bool
    cards: int
    """How many cards it holds."""
    said: str
    """Its last call, while the auction lasts."""
    card: str
    """Its card in the trick on the table, or empty."""
    announced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The last whole trick: who played what in order, who took it."""

    cards: tuple[tuple[str, str], ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers that may be bid, each a row of calls."""

    rows: tuple[tuple[str, tuple[str, ...]], ...]
    more: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """The whole table at one moment."""

    state: str
    """auction, play or over; thinking or failed while an expert is in turn."""
    reason: str
    variant: Variant
    at: int
    places: tuple[Place, ...]
    hand: tuple[tuple[str, bool], ...]
    """The own cards, each with whether it may be played now."""
    calls: tuple[str, ...]
    bids: Bids
    turned: str
    contract: str
    declarer: str
    contra: int
    bid: str
    last: LastTrick | None
    points: tuple[tuple[str, int], ...]
    score: tuple[tuple[str, int], ...]
    text: str

    @property
    def first(self) -> str:
        """The first thing that the person may do; a keyboard stands on it after a move."""
        return next(iter((*self.calls, *(code for code, is_open in self.hand if is_open))), "")


def table_of_practice(practice: Practice) -> TableShown:
    """The table as its person may see it."""
    deal = deal_of(practice)
    view = deal.view(practice.seat)
    legal = deal.legal if deal.turn == practice.seat else []
    calls = [code for code in legal if code not in CARDS]
    standing = deal.standing
    result = deal.result()
    state, reason = state_of(practice, deal)
    return TableShown(
        state=state,
        reason=reason,
        variant=deal.variant,
        at=practice.moves,
        places=places_of(deal, view, practice.seat),
        hand=tuple((code, code in legal) for code in own_cards(view)),
        calls=tuple(call for call in calls if bid_in(call) is None),
        bids=bids_of([call for call in calls if bid_in(call) is not None]),
        turned=CARDS[view.turned] if view.turned >= 0 and not view.played else "",
        contract=deal.contract or "",
        declarer=deal.declarer or "",
        contra=standing.contra,
        bid=number_of(deal),
        last=last_trick(deal, view),
        points=tuple(result.get("points", {}).items()) if view.played else (),
        score=tuple(result.get("score", {}).items()) if state == "over" else (),
        text=text_of(deal, practice.seat, state),
    )


def state_of(practice: Practice, deal: Deal) -> tuple[str, str]:
    """What the table waits for, and why an expert does not move."""
    if deal.turn is None:
        return "over", ""
    if is_thinking(practice, deal):
        latest = MOVES_JOB.latest(practice.pk)
        if latest is None or latest.state in {Job.State.FAILED, Job.State.CANCELLED}:
            return "failed", latest.error if latest and latest.error == NEEDS_COMPILER else ""
        return "thinking", ""
    return ("play" if deal.status == "play" else "auction"), ""


def own_cards(view: View) -> list[str]:
    """The own hand, high to low by suit."""
    return wording.shown_order(CARDS[card] for card in card_list(view.hand))


def places_of(deal: Deal, view: View, own: str) -> tuple[Place, ...]:
    """The four seats, in the order of play."""
    seats = deal.table.seats
    on_table = {seats[seat]: CARDS[card] for seat, card in view.trick}
    last_calls = {
        seats[(view.first_caller + place) % len(seats)]: words.call_name(deal.table.code_of(call))
        for place, call in enumerate(view.calls)
    }
    sizes = {seat: len(cards) for seat, cards in deal.hands.items()}
    return tuple(
        Place(
            seat=seat,
            is_own=seat == own,
            is_turn=seat == deal.turn,
            is_dealer=seat == deal.dealer,
            cards=sizes[seat],
            said="" if view.played else last_calls.get(seat, ""),
            card=on_table.get(seat, ""),
            announced=names_announced(deal, number),
        )
        for number, seat in enumerate(seats)
    )


def names_announced(deal: Deal, seat: int) -> tuple[str, ...]:
    """What a seat has announced, by its name alone: "quarte", "belote"."""
    melds = [words.meld_name(m.is_carre, m.length) for _at, m in deal.melds if m.seat == seat]
    return (*melds, *(_("belote") for _at, found in deal.belotes if found.seat == seat))


def last_trick(deal: Deal, view: View) -> LastTrick | None:
    """The trick before the one on the table."""
    size = len(deal.table.seats)
    whole = len(view.played) // size * size
    if not whole:
        return None
    cards = tuple(
        (deal.table.seats[seat], CARDS[card])
        for seat, card in zip(
            view.played_by[whole - size : whole], view.played[whole - size : whole], strict=True
        )
    )
    leads = view.played_by[whole] if len(view.played) > whole else view.winner
    return LastTrick(cards, deal.table.seats[leads])


def number_of(deal: Deal) -> str:
    """The number of the contract, where numbers are bid."""
    numbers = [words.number_text(deal.table.code_of(call)) for call in deal.calls]
    return next((number for number in reversed(numbers) if number), "")


def bids_of(calls: list[str]) -> Bids:
    """Numbers as rows of their contracts, the lowest first."""
    rows: dict[str, list[str]] = {}
    for call in calls:
        rows.setdefault(words.number_text(call), []).append(call)
    found = tuple((number, tuple(row)) for number, row in rows.items())
    return Bids(found[:SHOWN_NUMBERS], found[SHOWN_NUMBERS:])


def text_of(deal: Deal, own: str, state: str) -> str:
    """One sentence: what the person may do now, or what came out."""
    if state == "over":
        return _("Everybody passed.") if deal.status == "passed_out" else _("The deal is over.")
    if deal.turn != own:
        return _("The computer is thinking …")
    if state == "auction":
        return _("Your call.")
    return _("Your turn: lead a card.") if not deal.on_table() else _("Your turn: play a card.")


# The ladder


@dataclass(frozen=True, slots=True)
class Step:
    """A player of the ladder, and how far it was measured above the one below."""

    rung: str
    deals: int = 0
    gain: float = 0.0
    error: float = 0.0


@cache
def ladder() -> tuple[Step, ...]:
    """All players from weak to strong; the weakest is measured against nobody."""
    told = json.loads(STRENGTHS.read_text())
    steps = {
        row["rung"]: Step(row["rung"], row["deals"], row["gain"], row["error"])
        for row in told["rungs"]
    }
    return tuple(steps.get(rung.value, Step(rung.value)) for rung in Rung)
