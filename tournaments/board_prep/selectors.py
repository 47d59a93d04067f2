"""What each place of a board is given, what a check of it may say, and what was checked so far."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games import belot
from games.belot import CARDS
from games.models import Deal
from games.wording.texts import shown_order
from tournaments.models import Board, HandCheck, Tournament

STOCK: Final = HandCheck.STOCK
MOST_NAMED: Final = 2
"""With more cards wrong or missing a hand is sorted anew, and none is named."""
MOST_WRONG: Final = 3
"""Wrong checks of a hand before only the director can help."""


@dataclass(frozen=True, slots=True)
class Packet:
    """The cards of one place, sorted by suit: those seen in the auction, and those dealt after it.

    Of the stock ``first`` is the card turned up, ``later`` the others in the order of the pack.
    """

    place: str
    first: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them."""
        return self.first + self.later

    @property
    def is_stock(self) -> bool:
        return self.place == STOCK

    @property
    def has_order(self) -> bool:
        """Whether its cards lie in an order: those that are dealt on after the auction."""
        return self.is_stock and bool(self.first)


def packets_of(deal: Deal) -> tuple[Packet, ...]:
    """What goes to each place of a board, by the variant's own way of dealing (rules 2 and 3).

    Where the last cards wait for whoever takes the card that is turned up, they lie in the stock;
    so do cards that nobody gets.
    """
    game = belot.Deal(variant=deal.variant, dealer=deal.dealer, pack=deal.pack)
    seen, turned = game.table.seen, CARDS[game.turned] if game.turned >= 0 else ""
    waits = bool(turned) and deal.variant.layout == "packets"
    hands = [[CARDS[card] for card in cards] for cards in game.received]
    packets = [
        packet(seat, hand[:seen], [] if waits else hand[seen:])
        for seat, hand in zip(game.table.seats, hands, strict=True)
    ]
    given = {turned, *(card for each in packets for card in each.cards)}
    rest = tuple(card for card in deal.pack.split() if card not in given)
    if turned or rest:
        packets.append(Packet(STOCK, (turned,) if turned else (), rest))
    return tuple(packets)


def packet(place: str, first: Sequence[str], later: Sequence[str]) -> Packet:
    """A seat's cards as one looks for them in a pack."""
    return Packet(place, tuple(shown_order(first)), tuple(shown_order(later)))


def packet_at(board: Board, place: str) -> Packet | None:
    """The cards of one place; None where a board has no such place."""
    return next((each for each in packets_of(board.dealt) if each.place == place), None)


def board_packets(tournament: Tournament) -> list[tuple[Board, tuple[Packet, ...]]]:
    """Every board with what goes to each of its places; one query."""
    return [(board, packets_of(board.dealt)) for board in dealt_boards(tournament)]


def dealt_boards(tournament: Tournament) -> list[Board]:
    """The prepared boards by number, with their deals."""
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    return list(boards.select_related("deal").order_by("number"))


def sizes_of(tournament: Tournament) -> dict[str, int]:
    """The places of every board and how many cards go there; empty while nothing is dealt."""
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    board = boards.select_related("deal").first()
    return {each.place: len(each.cards) for each in packets_of(board.dealt)} if board else {}


def pad_of(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """The cards of the pack to choose from: a row a suit, high to low."""
    any_pack = belot.seeded_pack(tournament.variant, b"", 0)
    rows: dict[str, list[str]] = defaultdict(list)
    for card in shown_order(any_pack):
        rows[card[0]].append(card)
    return list(rows.items())


# What a check says --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of cards that were tapped in: ``kind`` is right, wrong, many or order.

    ``wrong`` are those that do not belong there, two at most; which are missing is never said.
    ``at`` is the first card that lies in a wrong place of the stock.
    """

    kind: str
    wrong: tuple[str, ...] = ()
    missing: int = 0
    at: int = 0

    @property
    def is_right(self) -> bool:
        return self.kind == "right"


def verdict_on(packet: Packet, tapped: Sequence[str]) -> Verdict:
    """What is said of these cards, in the order in which they were tapped."""
    right = set(packet.cards)
    wrong = tuple(card for card in tapped if card not in right)
    missing = len(right - set(tapped))
    if max(len(wrong), missing) > MOST_NAMED:
        return Verdict("many")
    if wrong or missing:
        return Verdict("wrong", wrong, missing)
    if packet.has_order and tuple(tapped) != packet.cards:
        pairs = enumerate(zip(tapped, packet.cards, strict=True), start=1)
        return Verdict("order", at=next(n for n, (mine, its) in pairs if mine != its))
    return Verdict("right")


# What was checked ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceState:
    """How one place of a board stands: ``state`` is open, right, wrong or stuck."""

    place: str
    state: str
    who: str = ""
    at: datetime | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class BoardState:
    """A board with the state of each place."""

    number: int
    places: tuple[PlaceState, ...]

    @property
    def is_right(self) -> bool:
        """Whether every place was checked and is right."""
        return all(each.state == "right" for each in self.places)

    def at(self, place: str) -> PlaceState:
        return next(each for each in self.places if each.place == place)


def board_states(tournament: Tournament) -> list[BoardState]:
    """Every board with what was checked of it last; three queries."""
    places = tuple(sizes_of(tournament))
    checks: dict[tuple[int, str], list[HandCheck]] = defaultdict(list)
    for check in HandCheck.objects.filter(board__tournament=tournament):
        checks[check.board_id, check.place].append(check)
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False).order_by("number")
    return [
        BoardState(number, tuple(place_state(place, checks[pk, place]) for place in places))
        for pk, number in boards.values_list("pk", "number")
    ]


def place_state(place: str, checks: Sequence[HandCheck]) -> PlaceState:
    """The state of a place by its checks, the oldest first: the last one counts."""
    if not checks:
        return PlaceState(place, "open", tries=MOST_WRONG)
    last = checks[-1]
    counted = sum(not each.is_right and each.lifted_at is None for each in checks)
    tries = max(0, MOST_WRONG - counted)
    state = "right" if last.is_right else "wrong" if tries else "stuck"
    return PlaceState(place, state, last.who, last.at, tries)
