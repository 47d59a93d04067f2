"""Cards of each place of a board, check results, and past checks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games import belot
from games.belot import CARDS
from games.models import Deal
from games.wording.texts import sort_for_display
from tournaments.models import Board, HandCheck, Tournament

STOCK: Final = HandCheck.STOCK
MAX_NAMED_CARDS: Final = 2
"""With more wrong or missing, the hand is sorted again."""
MAX_WRONG_CHECKS: Final = 3
"""Per hand; then only the director can help."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards of one place, sorted by suit: ``first`` before the auction, ``later`` after it.

    In the stock ``first`` is the turned-up card and ``later`` the rest in pack order.
    """

    place: str
    first: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        return self.first + self.later

    @property
    def is_stock(self) -> bool:
        return self.place == STOCK

    @property
    def has_order(self) -> bool:
        """Whether the order matters: the stock dealt after the auction."""
        return self.is_stock and bool(self.first)


def packets_of(deal: Deal) -> tuple[Packet, ...]:
    """Cards for each place by the variant's dealing (rules 2 and 3).

    Cards dealt after the turned-up card is taken are in the stock, as are undealt cards.
    """
    game = belot.Deal(variant=deal.variant, dealer=deal.dealer, pack=deal.pack)
    visible_count, turned = game.table.seen, CARDS[game.turned] if game.turned >= 0 else ""
    waits = bool(turned) and deal.variant.layout == "packets"
    hands = [[CARDS[card] for card in cards] for cards in game.received]
    packets = [
        packet(seat, hand[:visible_count], [] if waits else hand[visible_count:])
        for seat, hand in zip(game.table.seats, hands, strict=True)
    ]
    dealt = {turned, *(card for each in packets for card in each.cards)}
    rest = tuple(card for card in deal.pack.split() if card not in dealt)
    if turned or rest:
        packets.append(Packet(STOCK, (turned,) if turned else (), rest))
    return tuple(packets)


def packet(place: str, first: Sequence[str], later: Sequence[str]) -> Packet:
    return Packet(place, tuple(sort_for_display(first)), tuple(sort_for_display(later)))


def packet_at(board: Board, place: str) -> Packet | None:
    return next((each for each in packets_of(board.dealt) if each.place == place), None)


def board_packets(tournament: Tournament) -> list[tuple[Board, tuple[Packet, ...]]]:
    return [(board, packets_of(board.dealt)) for board in dealt_boards(tournament)]


def dealt_boards(tournament: Tournament) -> list[Board]:
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    return list(boards.select_related("deal").order_by("number"))


def card_counts(tournament: Tournament) -> dict[str, int]:
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    board = boards.select_related("deal").first()
    return {each.place: len(each.cards) for each in packets_of(board.dealt)} if board else {}


def card_pad(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """The pack to choose from: one row per suit, high to low."""
    any_pack = belot.seeded_pack(tournament.variant, b"", 0)
    rows: dict[str, list[str]] = defaultdict(list)
    for card in sort_for_display(any_pack):
        rows[card[0]].append(card)
    return list(rows.items())


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a check: ``kind`` is right, wrong, many or order.

    ``wrong`` are at most two cards that do not belong here; missing cards are never named.
    ``at`` is the first wrong position in the stock.
    """

    kind: str
    wrong: tuple[str, ...] = ()
    missing: int = 0
    at: int = 0

    @property
    def is_right(self) -> bool:
        return self.kind == "right"


def check_cards(packet: Packet, tapped: Sequence[str]) -> Verdict:
    right = set(packet.cards)
    wrong = tuple(card for card in tapped if card not in right)
    missing = len(right - set(tapped))
    if max(len(wrong), missing) > MAX_NAMED_CARDS:
        return Verdict("many")
    if wrong or missing:
        return Verdict("wrong", wrong, missing)
    if packet.has_order and tuple(tapped) != packet.cards:
        pairs = enumerate(zip(tapped, packet.cards, strict=True), start=1)
        return Verdict("order", at=next(n for n, (mine, its) in pairs if mine != its))
    return Verdict("right")


@dataclass(frozen=True, slots=True)
class PlaceState:
    """Check state of a place: ``state`` is open, right, wrong or stuck."""

    place: str
    state: str
    who: str = ""
    at: datetime | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class BoardState:
    number: int
    places: tuple[PlaceState, ...]

    @property
    def is_right(self) -> bool:
        return all(each.state == "right" for each in self.places)

    def at(self, place: str) -> PlaceState:
        return next(each for each in self.places if each.place == place)


def board_states(tournament: Tournament) -> list[BoardState]:
    """Latest check states of every board; three queries."""
    places = tuple(card_counts(tournament))
    checks: dict[tuple[int, str], list[HandCheck]] = defaultdict(list)
    for check in HandCheck.objects.filter(board__tournament=tournament):
        checks[check.board_id, check.place].append(check)
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False).order_by("number")
    return [
        BoardState(number, tuple(place_state(place, checks[pk, place]) for place in places))
        for pk, number in boards.values_list("pk", "number")
    ]


def place_state(place: str, checks: Sequence[HandCheck]) -> PlaceState:
    """State from a place's checks, oldest first."""
    if not checks:
        return PlaceState(place, "open", tries=MAX_WRONG_CHECKS)
    last = checks[-1]
    counted = sum(not each.is_right and each.lifted_at is None for each in checks)
    tries = max(0, MAX_WRONG_CHECKS - counted)
    state = "right" if last.is_right else "wrong" if tries else "stuck"
    return PlaceState(place, state, last.who, last.at, tries)
