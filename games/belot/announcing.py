"""Declarations, belotes and claims on a deal (rules 3, notes; deal-record)."""

from collections.abc import Sequence

from games.belot.cards import BELOTE_MASK, CARD_OF, CARDS, SUITS, mask_of
from games.belot.declarations import (
    BELOTE_VALUE,
    Belote,
    Meld,
    belote_cards,
    check_belote_suit,
    check_meld,
    counting_melds,
    is_belote_counted,
    value_of,
)
from games.belot.errors import RuleError
from games.belot.position import Position
from games.belot.roem import is_possible_roem, roem_by_trick


def declare(deal: Position, seat: object, cards: object) -> None:
    """Announce a first-hand combination; RuleError at `declarations[i]`."""
    at = f"declarations[{len(deal.melds)}]"
    try:
        deal.melds.append(_meld(deal, seat, cards))
    except RuleError as error:
        raise error.at_place(at) from None


def _meld(deal: Position, seat: object, text: object) -> tuple[int, Meld]:
    number = _seat(deal, seat)
    contract = _contract(deal)
    place = (number - deal.first_seat) % deal.table.players
    if place >= len(deal.played):
        raise RuleError("announced_too_early", seat=seat)
    cards = _cards(text)
    melds = [meld for _, meld in deal.melds]
    meld = check_meld(deal.table, contract, deal.start[number], number, cards, melds)
    return place + 1, meld


def _cards(text: object) -> int:
    if not isinstance(text, str):
        raise RuleError("wrong_type", key="cards", expected="a text")
    cards: list[int] = []
    for code in text.split():
        card = CARD_OF.get(code)
        if card is None:
            raise RuleError("unknown_card", card=code)
        if card in cards:
            raise RuleError("card_twice", card=code)
        cards.append(card)
    if not cards:
        raise RuleError("no_combination", cards="")
    return mask_of(cards)


def announce_belote(deal: Position, seat: object, suit: object) -> None:
    """Announce king and queen of trumps; RuleError at `belotes[i]`."""
    at = f"belotes[{len(deal.belotes)}]"
    try:
        deal.belotes.append(_belote(deal, seat, suit))
    except RuleError as error:
        raise error.at_place(at) from None


def _belote(deal: Position, seat: object, suit: object) -> tuple[int, Belote]:
    number = _seat(deal, seat)
    if not isinstance(suit, str) or len(suit) != 1 or suit not in SUITS:
        raise RuleError("unknown_suit", value=suit)
    belote = Belote(number, SUITS.index(suit))
    check_belote_suit(deal.variant, _contract(deal), belote.suit)
    king, queen = belote_cards(belote.suit)
    not_held = RuleError("belote_not_held", seat=seat, king=CARDS[king], queen=CARDS[queen])
    if BELOTE_MASK[belote.suit] & ~_cards_held(deal, number):
        raise not_held
    place = belote_play_index(deal, belote)
    if place is None:
        raise RuleError("announced_too_early", seat=seat)
    if (
        not _visible_cards(deal, number, place) & BELOTE_MASK[belote.suit]
        == BELOTE_MASK[belote.suit]
    ):
        raise not_held
    if any(other == belote for _, other in deal.belotes):
        raise RuleError("declared_twice", seat=seat)
    return place + 1, belote


def _seat(deal: Position, seat: object) -> int:
    number = deal.table.seat_index(seat)
    if number is None:
        raise RuleError("unknown_seat", value=seat, known=" ".join(deal.table.seats))
    return number


def _contract(deal: Position) -> int:
    if not deal.standing.over or deal.standing.bid < 0:
        raise RuleError("no_trumps_yet")
    return deal.standing.bid


def _cards_held(deal: Position, seat: int) -> int:
    return mask_of(deal.received[seat]) & ~mask_of(deal.set_aside_cards)


def _visible_cards(deal: Position, seat: int, place: int) -> int:
    begun = place - place % deal.table.players
    cards = deal.start[seat]
    for above, below in deal.covered_cards.items():
        if cards >> above & 1 and above in deal.played[:begun]:
            cards |= 1 << below
    return cards


def belote_play_index(deal: Position, found: Belote) -> int | None:
    """Play index of the belote's first card; None before it is played."""
    pair = belote_cards(found.suit)
    return next((place for place, card in enumerate(deal.played) if card in pair), None)


def announce_with_card(
    deal: Position, seat: int, card: int, melds: Sequence[str], with_belote: bool
) -> None:
    letter = deal.table.seats[seat]
    if melds and len(deal.played) > deal.table.players:
        at = f"declarations[{len(deal.melds)}]"
        raise RuleError("announced_too_late", at, seat=letter)
    for cards in melds:
        declare(deal, letter, cards)
    if with_belote:
        suit = card >> 3
        if card not in belote_cards(suit) or belote_play_index(deal, Belote(seat, suit)) != (
            len(deal.played) - 1
        ):
            at = f"belotes[{len(deal.belotes)}]"
            raise RuleError("belote_too_late", at, seat=letter)
        announce_belote(deal, letter, SUITS[suit])


def melds_counted(deal: Position) -> list[Meld]:
    """Announced combinations that currently count (rules 3, `trick_needed`)."""
    table = deal.table
    melds = counting_melds(
        [meld for _, meld in deal.melds], table, deal.first_seat, deal.standing.bid
    )
    if not table.variant.trick_needed:
        return melds
    return [meld for meld in melds if deal.side_tricks[table.side_of[meld.seat]]]


def belotes_counted(deal: Position) -> list[Belote]:
    """Announced belotes that currently count (`belote_when`, `trick_needed`)."""
    table = deal.table
    return [
        belote
        for place, belote in deal.belotes
        if is_belote_counted(
            table.variant,
            deal.standing.bid,
            deal.played[place - 1],
            deal.played[(place - 1) - (place - 1) % table.players],
        )
        and (table.variant.trick_needed != "all" or deal.side_tricks[table.side_of[belote.seat]])
    ]


def declaration_points(deal: Position, melds: Sequence[Meld]) -> list[int]:
    points = [0] * len(deal.table.sides)
    for meld in melds:
        points[deal.table.side_of[meld.seat]] += value_of(meld, deal.variant, deal.standing.bid)
    return points


def belote_points(deal: Position, found: Sequence[Belote]) -> list[int]:
    points = [0] * len(deal.table.sides)
    for item in found:
        points[deal.table.side_of[item.seat]] += BELOTE_VALUE
    return points


def claim(deal: Position, trick: object, points: object) -> None:
    """Claim all or part of the combinations in a finished trick; RuleError at `melds[i]`."""
    at = f"melds[{len(deal.claims or ())}]"
    if deal.variant.declarations != "trick":
        raise RuleError("melds_not_used", "melds")
    if type(trick) is not int or type(points) is not int:
        raise RuleError("meld_shape", at)
    lying = roem_by_trick(deal.table, _contract(deal), deal.played)
    named = [number for number, _ in deal.claims or ()]
    if not 1 <= trick <= len(lying) or trick in named:
        raise RuleError("meld_of_no_trick", at, trick=trick)
    most = lying[trick - 1]
    if not 0 < points <= most or not is_possible_roem(deal.variant, points):
        raise RuleError("meld_too_much", at, trick=trick, most=most, points=points)
    deal.claims = [*(deal.claims or ()), (trick, points)]


def roem_counted(deal: Position) -> list[int]:
    """Points of combinations in tricks by side: all, or only those claimed."""
    points = [0] * len(deal.table.sides)
    if deal.variant.declarations != "trick" or not deal.played:
        return points
    lying = roem_by_trick(deal.table, deal.standing.bid, deal.played)
    if deal.claims is not None:
        claimed = dict(deal.claims)
        lying = [claimed.get(number, 0) for number in range(1, len(lying) + 1)]
    for number, trick_roem in enumerate(lying):
        points[deal.table.side_of[winner_of_trick(deal, number)]] += trick_roem
    return points


def winner_of_trick(deal: Position, number: int) -> int:
    return deal.leader_of_trick(number + 1)
