"""A record laid out for display: each seat's cards, and the table after each step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.belot import (
    BELOTE_VALUE,
    CARDS,
    Deal,
    Variant,
    card_list,
    combinations_in,
    explain,
    roem_by_trick,
    value_of,
)
from games.replay.selectors.frames import Announcement, Frame, ReplayRecorder
from games.wording import moves as words
from games.wording import texts as wording

FOUR_ROWS = (5, 9, 13, 16)


@dataclass(frozen=True, slots=True)
class Tile:
    """A card of a hand; ``order`` is when it is played (-1: never).

    ``kind`` is empty, ``late`` (dealt after the auction), ``down`` (face down at first), ``up``
    (face up) or ``aside`` (set aside by the taker).
    """

    card: str
    order: int
    kind: str


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """A seat's cards in their packets; ``did`` is its role in the deal."""

    seat: str
    packets: tuple[tuple[Tile, ...], ...]
    did: str


@dataclass(frozen=True, slots=True)
class Trick:
    number: int
    cards: tuple[tuple[str, str], ...]
    winner: str
    points: int
    step: int


@dataclass(frozen=True, slots=True)
class Replay:
    variant: Variant
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    dealer: str
    turned: str
    contract: str
    declarer: str
    contra: int
    bid: str
    """Empty without number bidding."""
    first_play: int
    hands: tuple[ReplayHand, ...]
    calls: tuple[tuple[str, str], ...]
    tricks: tuple[Trick, ...]
    said: tuple[Announcement, ...]
    frames: tuple[Frame, ...]
    result: Mapping[str, Any]
    reasons: tuple[tuple[str, Mapping[str, int]], ...]

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def is_over(self) -> bool:
        return self.result["status"] in {"complete", "passed_out"}


def replay_of(record: Mapping[str, object]) -> Replay:
    """Everything the replay page shows; RuleError for an invalid record."""
    whole = Deal.from_record(record)
    result = whole.result()
    announcements = announcements_in(whole)
    frames = ReplayRecorder(whole, announcements).frames()
    first = whole.first_caller
    seats = whole.table.seats
    return Replay(
        variant=whole.variant,
        seats=seats,
        sides=whole.table.sides,
        dealer=whole.dealer,
        turned=CARDS[whole.turned] if whole.turned >= 0 else "",
        contract=whole.contract or "",
        declarer=whole.declarer or "",
        contra=whole.standing.contra,
        bid=bid_of(whole),
        first_play=next((frame.number for frame in frames if frame.kind == "card"), len(frames)),
        hands=hands_of(whole),
        calls=tuple(
            (seats[(first + place) % len(seats)], whole.table.code_of(call))
            for place, call in enumerate(whole.calls)
        ),
        tricks=tricks_of(whole, frames),
        said=announcements,
        frames=frames,
        result=result,
        reasons=scoring_steps(record, result),
    )


def hands_of(deal: Deal) -> tuple[ReplayHand, ...]:
    order = {card: place for place, card in enumerate(deal.played)}
    first = (deal.first_seat, "led") if deal.played else (deal.first_caller, "first")
    did = dict([first, (deal.dealer_seat, "dealt")])
    return tuple(
        ReplayHand(
            seat=letter,
            packets=tuple(
                tuple(
                    Tile(CARDS[card], order.get(card, -1), kind_of(deal, card, kind))
                    for card in sort_cards(cards, kind)
                )
                for cards, kind in packets_of(deal, seat)
            ),
            did=did.get(seat, ""),
        )
        for seat, letter in enumerate(deal.table.seats)
    )


def packets_of(deal: Deal, seat: int) -> list[tuple[tuple[int, ...], str]]:
    cards = deal.received[seat]
    if deal.covered_cards:
        hand, down, up, late = FOUR_ROWS
        rows = (cards[:hand], cards[hand:down], cards[down:up], cards[up:late])
        return list(zip(rows, ("", "down", "up", "late"), strict=True))
    seen_count = deal.table.seen
    return [(cards[:seen_count], ""), (cards[seen_count:], "late")]


def sort_cards(cards: tuple[int, ...], kind: str) -> list[int]:
    """Sort by suit, high to low; cards in stacks keep their order."""
    if kind in {"down", "up"}:
        return list(cards)
    shown = wording.sort_for_display(CARDS[card] for card in cards)
    return [CARDS.index(code) for code in shown]


def kind_of(deal: Deal, card: int, kind: str) -> str:
    return "aside" if card in deal.set_aside_cards else kind


def announcements_in(deal: Deal) -> tuple[Announcement, ...]:
    seats, contract = deal.table.seats, deal.standing.bid
    if deal.variant.declarations == "trick":
        return combinations_of(deal)
    announcements = [
        Announcement(
            seat=seats[meld.seat],
            name=words.meld_name(meld.is_carre, meld.length),
            cards=tuple(CARDS[card] for card in card_list(meld.cards)),
            points=value_of(meld, deal.variant, contract),
            order=at - 1,
        )
        for at, meld in deal.melds
    ]
    announcements += [
        Announcement(
            seat=seats[belote.seat],
            name=_("belote"),
            cards=tuple(CARDS[8 * belote.suit + rank] for rank in (6, 5)),
            points=BELOTE_VALUE,
            order=at - 1,
        )
        for at, belote in deal.belotes
    ]
    return tuple(sorted(announcements, key=lambda item: item.order))


def combinations_of(deal: Deal) -> tuple[Announcement, ...]:
    """Combinations in tricks with the winner's seat; where they are claimed, the claims."""
    size, contract = deal.table.players, deal.standing.bid
    lying = roem_by_trick(deal.table, contract, deal.played)
    claimed = dict(enumerate(lying, 1) if deal.claims is None else deal.claims)
    announcements = []
    for number, points in enumerate(lying, 1):
        seat = deal.table.seats[deal.leader_of_trick(number)]
        cards = deal.played[size * (number - 1) : size * number]
        parts = combinations_in(deal.table, contract, sum(1 << card for card in cards))
        if 0 < claimed.get(number, 0) < points:
            whole = tuple(CARDS[card] for card in cards)
            announcements.append(
                Announcement(seat, _("claimed"), whole, claimed[number], size * number - 1)
            )
        elif number in claimed:
            announcements += [
                Announcement(
                    seat,
                    words.combination_name(part.kind),
                    tuple(CARDS[card] for card in card_list(part.cards)),
                    part.value,
                    size * number - 1,
                )
                for part in parts
            ]
    return tuple(announcements)


def tricks_of(deal: Deal, frames: tuple[Frame, ...]) -> tuple[Trick, ...]:
    """Finished tricks; the last includes the ten points of the last trick."""
    size, ends = len(deal.table.seats), {}
    for frame in frames:
        if frame.kind == "card" and frame.played % size == 0:
            ends[frame.tricks] = frame
    rows, before = [], 0
    for number, cards in enumerate(deal.tricks, start=1):
        if number not in ends:
            break
        total = sum(ends[number].points.values())
        frame = ends[number]
        rows.append(Trick(number, tuple(cards), frame.winner, total - before, frame.number))
        before = total
    return tuple(rows)


def scoring_steps(
    record: Mapping[str, object], result: Mapping[str, object]
) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """Scoring steps of each side; empty while the deal is in progress."""
    if result["status"] not in {"complete", "passed_out"}:
        return ()
    return tuple((words.step_words(step), step.numbers) for step in explain(dict(record)))


def bid_of(deal: Deal) -> str:
    if not deal.variant.bids_numbers or deal.standing.bid < 0:
        return ""
    number = str(deal.standing.number) if deal.standing.number else ""
    return number + "*" * deal.standing.promise
