"""The table as the person sees it, built only from the seat's view."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.belot import CARDS, Deal, SeatView, Variant, card_list, parse_bid
from games.belot.bots import SAMPLING_RUNGS, Rung
from games.models import Practice
from games.practice.jobs import MOVES_JOB
from games.practice.playing import deal_of, is_thinking
from games.practice.tasks import NEEDS_COMPILER
from games.practice.texts import RUNG_WORDS, rung_name
from games.wording import moves as words
from games.wording import texts as wording
from jobs.models import Job

STATES: Final = ("auction", "play", "over", "thinking", "failed")
"""Waiting for a call, a card, nothing or an expert, who can fail."""
KINDS_OF_RUNS: Final = {3: "tierce", 4: "quarte"}
STRENGTHS: Final = Path(__file__).with_name("ladder.json")
MAX_OPEN_NUMBERS: Final = 3
"""Higher ones are folded."""


@dataclass(frozen=True, slots=True)
class TableSeat:
    seat: str
    is_own: bool
    is_turn: bool
    is_dealer: bool
    cards: int
    """Number held."""
    call: str
    """Last, during the auction."""
    card: str
    """In the current trick, or empty."""
    announced: tuple[str, ...]
    """Kinds only: tierce, quarte, quinte, carre or belote."""

    @property
    def said(self) -> str:
        return words.call_name(self.call) if self.call else ""

    @property
    def announced_words(self) -> list[str]:
        return [words.announced_name(kind) for kind in self.announced]


class OwnCard(NamedTuple):
    card: str
    is_legal: bool


class PlayedCard(NamedTuple):
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class LastTrick:
    cards: tuple[PlayedCard, ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Bids:
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    more: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class PracticeTable:
    """The whole table at one moment; calls, cards and seats in record notation."""

    share: str
    rung: str
    variant: Variant
    seat: str
    state: str
    """One of `STATES`."""
    reason: str
    at: int
    """Calls and cards so far."""
    places: tuple[TableSeat, ...]
    hand: tuple[OwnCard, ...]
    moves: tuple[str, ...]
    """Empty when another seat is in turn."""
    turned: str
    contract: str
    declarer: str
    contra: int
    bid: str
    """Last bid, if numbers are bid."""
    last: LastTrick | None
    points: Mapping[str, int]
    score: Mapping[str, int]
    text: str
    replay: str
    """``share`` of the record, once the deal is over."""

    @property
    def calls(self) -> list[str]:
        return [code for code in self.moves if code not in CARDS and parse_bid(code) is None]

    @property
    def bids(self) -> Bids:
        return bids_of([code for code in self.moves if parse_bid(code) is not None])

    @property
    def number(self) -> str:
        return words.number_text(self.bid)

    @property
    def first(self) -> str:
        """The first possible move, which gets keyboard focus after a move."""
        return next(iter((*self.calls, *(own.card for own in self.hand if own.is_legal))), "")


def table_of_practice(practice: Practice) -> PracticeTable:
    deal = deal_of(practice)
    view = deal.view(practice.seat)
    legal = tuple(deal.legal) if deal.turn == practice.seat else ()
    result = deal.result()
    state, reason = state_of(practice, deal)
    return PracticeTable(
        share=practice.share,
        rung=practice.rung,
        variant=deal.variant,
        seat=practice.seat,
        state=state,
        reason=reason,
        at=practice.moves,
        places=places_of(deal, view, practice.seat),
        hand=tuple(OwnCard(code, code in legal) for code in own_cards(view)),
        moves=legal,
        turned=CARDS[view.turned] if view.turned >= 0 and not view.played else "",
        contract=deal.contract or "",
        declarer=deal.declarer or "",
        contra=deal.standing.contra,
        bid=bid_of(deal),
        last=last_trick(deal, view),
        points=result.get("points", {}) if view.played else {},
        score=result.get("score", {}) if state == "over" else {},
        text=status_text(deal, practice.seat, state),
        replay=practice.kept.share if practice.kept else "",
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


def own_cards(view: SeatView) -> list[str]:
    return wording.sort_for_display(CARDS[card] for card in card_list(view.hand))


def places_of(deal: Deal, view: SeatView, own: str) -> tuple[TableSeat, ...]:
    seats = deal.table.seats
    on_table = {seats[seat]: CARDS[card] for seat, card in view.trick}
    last_calls = {
        seats[(view.first_caller + place) % len(seats)]: deal.table.code_of(call)
        for place, call in enumerate(view.calls)
    }
    sizes = {seat: len(cards) for seat, cards in deal.hands.items()}
    return tuple(
        TableSeat(
            seat=seat,
            is_own=seat == own,
            is_turn=seat == deal.turn,
            is_dealer=seat == deal.dealer,
            cards=sizes[seat],
            call="" if view.played else last_calls.get(seat, ""),
            card=on_table.get(seat, ""),
            announced=kinds_announced(deal, number),
        )
        for number, seat in enumerate(seats)
    )


def kinds_announced(deal: Deal, seat: int) -> tuple[str, ...]:
    """The kinds of a seat's announcements, never its cards."""
    melds = [
        "carre" if meld.is_carre else KINDS_OF_RUNS.get(meld.length, "quinte")
        for _at, meld in deal.melds
        if meld.seat == seat
    ]
    return (*melds, *("belote" for _at, belote in deal.belotes if belote.seat == seat))


def last_trick(deal: Deal, view: SeatView) -> LastTrick | None:
    size = len(deal.table.seats)
    whole = len(view.played) // size * size
    if not whole:
        return None
    cards = tuple(
        PlayedCard(deal.table.seats[seat], CARDS[card])
        for seat, card in zip(
            view.played_by[whole - size : whole], view.played[whole - size : whole], strict=True
        )
    )
    leads = view.played_by[whole] if len(view.played) > whole else view.winner
    return LastTrick(cards, deal.table.seats[leads])


def bid_of(deal: Deal) -> str:
    calls = [deal.table.code_of(call) for call in deal.calls]
    return next((call for call in reversed(calls) if parse_bid(call) is not None), "")


def bids_of(calls: list[str]) -> Bids:
    rows: dict[str, list[str]] = {}
    for call in calls:
        rows.setdefault(words.number_text(call), []).append(call)
    numbers = tuple((number, tuple(row)) for number, row in rows.items())
    return Bids(numbers[:MAX_OPEN_NUMBERS], numbers[MAX_OPEN_NUMBERS:])


def status_text(deal: Deal, own: str, state: str) -> str:
    if state == "over":
        return _("Everybody passed.") if deal.status == "passed_out" else _("The deal is over.")
    if deal.turn != own:
        return _("The computer is thinking …")
    if state == "auction":
        return _("Your call.")
    return (
        _("Your turn: lead a card.")
        if not deal.unfinished_trick()
        else _("Your turn: play a card.")
    )


# The ladder


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A bot of the ladder, and its measured gain over the one below."""

    rung: str
    deals: int = 0
    gain: float = 0.0
    error: float = 0.0

    @property
    def name(self) -> str:
        return rung_name(self.rung)

    @property
    def words(self) -> str:
        return str(RUNG_WORDS[self.rung][1])

    @property
    def is_run_in_worker(self) -> bool:
        """Whether a worker makes its moves, a moment later."""
        return self.rung in SAMPLING_RUNGS


@cache
def ladder() -> tuple[LadderStep, ...]:
    data = json.loads(STRENGTHS.read_text())
    steps = {
        row["rung"]: LadderStep(row["rung"], row["deals"], row["gain"], row["error"])
        for row in data["rungs"]
    }
    return tuple(steps.get(rung.value, LadderStep(rung.value)) for rung in Rung)
