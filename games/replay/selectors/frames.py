from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.belot import CARDS, Deal
from games.belot.records import START_KEYS
from games.wording import moves as words
from games.wording import texts as wording


@dataclass(frozen=True, slots=True)
class Announcement:
    seat: str
    name: str
    cards: tuple[str, ...]
    points: int
    order: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a step. ``kind`` is deal, call, aside, card or end; ``turn`` can be ""."""

    number: int
    kind: str
    text: str
    turn: str
    calls: int
    played: int
    said: int
    tricks: int
    trick: tuple[tuple[str, str], ...]
    winner: str
    points: Mapping[str, int]
    announced: Mapping[str, int]


class ReplayRecorder:
    """Replays a deal and records the table after each call and card."""

    def __init__(self, whole: Deal, said: tuple[Announcement, ...]) -> None:
        self.whole = whole
        self.said = said
        record = whole.record()
        start = {key: record[key] for key in START_KEYS if key in record}
        self.deal = Deal.from_record(start)
        self.shots: list[Frame] = []

    def frames(self) -> tuple[Frame, ...]:
        self.add_frame("deal", self.opening())
        for call in self.whole.calls:
            seat = self.deal.turn or ""
            code = self.whole.table.code_of(call)
            self.deal.call(code)
            self.add_frame("call", words.call_words(seat, code))
        self.set_aside()
        self.exchange()
        for card in self.whole.played:
            self.play(card)
        if self.whole.status in {"complete", "passed_out"}:
            self.end()
        return tuple(self.shots)

    def opening(self) -> str:
        names = {
            "dealer": wording.seat_name(self.whole.dealer),
            "first": wording.seat_name(self.whole.table.seats[self.whole.first_caller]),
        }
        return _("%(dealer)s dealt. %(first)s calls first.") % names

    def set_aside(self) -> None:
        cards = self.whole.set_aside_cards
        if cards:
            seat = wording.seat_name(self.deal.turn or "")
            self.deal.set_aside(" ".join(CARDS[card] for card in cards))
            self.add_frame("aside", _("%(seat)s sets two cards aside.") % {"seat": seat})

    def exchange(self) -> None:
        if self.whole.exchanger >= 0:
            letter = self.whole.table.seats[self.whole.exchanger]
            self.deal.exchange(letter)
            names = {
                "seat": wording.seat_name(letter),
                "card": wording.card_name(CARDS[self.whole.turned]),
            }
            self.add_frame("aside", _("%(seat)s changes the seven of trumps for %(card)s.") % names)

    def play(self, card: int) -> None:
        seat, before = self.deal.turn or "", sum(self.deal.side_points)
        place, size = len(self.deal.played), self.deal.table.players
        self.deal.push(card)
        place_after = place + 1
        self.deal.melds = [item for item in self.whole.melds if item[0] <= place_after]
        self.deal.belotes = [item for item in self.whole.belotes if item[0] <= place_after]
        if self.whole.claims is not None:
            tricks = place_after // size
            self.deal.claims = [claim for claim in self.whole.claims if claim[0] <= tricks]
        text = words.card_words(seat, CARDS[card], leads=place % size == 0)
        if place_after % size == 0:
            winner = self.deal.table.seats[self.deal.trick_winner]
            points = sum(self.deal.result()["points"].values()) - before
            text = f"{text} {words.trick_words(winner, points)}"
            if roem := self.roem_of(place):
                text = f"{text} {words.trick_roem_text(roem)}"
        self.add_frame("card", text)

    def roem_of(self, order: int) -> int:
        if self.whole.variant.declarations != "trick":
            return 0
        return sum(item.points for item in self.said if item.order == order)

    def end(self) -> None:
        """The score sheet; a fault can end the deal before its last card."""
        text = (
            _("Everybody passed.") if self.whole.status == "passed_out" else _("The deal is over.")
        )
        if self.whole.offender >= 0:
            seat = self.whole.table.seats[self.whole.offender]
            self.deal.fault(seat)
            text = _("A fault of %(seat)s ends the deal.") % {"seat": wording.seat_name(seat)}
        self.add_frame("end", text)

    def add_frame(self, kind: str, text: str) -> None:
        deal, result = self.deal, self.deal.result()
        size, played = deal.table.players, len(deal.played)
        trick = deal.tricks[-1] if deal.played else []
        self.shots.append(
            Frame(
                number=len(self.shots),
                kind=kind,
                text=text,
                turn=deal.turn or "" if kind != "end" else "",
                calls=len(deal.calls),
                played=played,
                said=sum(item.order < played for item in self.said),
                tricks=played // size,
                trick=tuple(trick) if kind != "end" else (),
                winner=deal.table.seats[deal.trick_winner] if trick else "",
                points=result["points"],
                announced={
                    side: result["declarations"][side] + result["belote"][side]
                    for side in deal.table.sides
                },
            )
        )
