"""From the order of a pack to hands, turn-up and stock, by the variant's way of dealing."""

from functools import lru_cache
from itertools import chain

from games.belot.cards import CARD_OF, CARDS
from games.belot.errors import RuleError
from games.belot.table import Table, hand_packets, table_of
from games.belot.variant import Variant

Hands = tuple[tuple[int, ...], ...]
"""The cards of each seat, in the order received."""


@lru_cache(maxsize=4096)
def places(variant: Variant, dealer: int, taker: int) -> Hands:
    """The places of the pack that each seat receives, in order (rules 1, 3; S0, S3, S4 Dealing).

    `taker` matters only where the taker of a turned-up card receives it; else give 0. A card turned
    up that stays out of play lies between the first cards and the last ones.
    """
    players = variant.players
    turn = [(dealer + 1 + step) % players for step in range(players)]
    hands: list[list[int]] = [[] for _ in range(players)]
    place = iter(range(32))

    def packet(seat: int, size: int) -> None:
        hands[seat].extend(next(place) for _ in range(size))

    if variant.layout == "packets":
        *before, after = hand_packets(variant)
        for size in before:
            for seat in turn:
                packet(seat, size)
        receiver = receives_turn_up(variant, dealer, taker)
        if receiver >= 0:
            packet(receiver, 1)
        elif variant.auction == "turn_up":
            next(place)
        for seat in turn:
            packet(seat, after - (seat == receiver))
        return tuple(map(tuple, hands))
    for seat, size in chain.from_iterable(_rounds(variant, turn)):
        packet(seat, size)
    return tuple(map(tuple, hands))


def receives_turn_up(variant: Variant, dealer: int, taker: int) -> int:
    """The seat that gets the card turned up, or -1 where there is none or it stays out."""
    if variant.auction != "turn_up" or stays_out(variant):
        return -1
    return dealer if variant.turn_up_goes_to == "dealer" else taker


def stays_out(variant: Variant) -> bool:
    """Whether the card turned up is in nobody's hand (S3, 2 players; Klaberjass)."""
    return variant.layout != "packets" or variant.turn_up_goes_to == "out"


def _rounds(variant: Variant, turn: list[int]) -> list[list[tuple[int, int]]]:
    """The packets, round by round, of layouts that no switch changes (rules 3, "More hands")."""
    if variant.layout == "set_aside":
        sizes = [3, 3, 4]
        extra = [[(turn[0], 2)]]
    elif variant.layout == "turned_card":
        sizes, extra = [6, 4], []
    else:
        sizes, extra = [3, 2, *[1] * 8, 3], []
    return [[(seat, size) for seat in turn] for size in sizes] + extra


def turn_up_place(table: Table) -> int:
    """The place in the pack of the card turned up, or -1 where none is."""
    if table.variant.auction != "turn_up":
        return -1
    return 20 if table.variant.layout == "turned_card" else table.seen * table.players


def deal_hands(variant: Variant, dealer: int, taker: int, pack: tuple[int, ...]) -> Hands:
    """The whole hands that a pack gives, in the order received."""
    return tuple(tuple([pack[place] for place in seat]) for seat in places(variant, dealer, taker))


def covers(hands: Hands) -> dict[int, int]:
    """Which card lies under which face-up one, where cards lie on the table (rules 3, `table`)."""
    return {hand[9 + i]: hand[5 + i] for hand in hands for i in range(4)}


def parse_cards(text: str, table: Table, at: str) -> tuple[int, ...]:
    """Card codes parted by blanks, none twice and all of this pack; RuleError at `at`."""
    cards = []
    for code in text.split():
        card = CARD_OF.get(code)
        if card is None or not table.pack >> card & 1:
            raise RuleError("unknown_card", at, card=code)
        if card in cards:
            raise RuleError("card_twice", at, card=code)
        cards.append(card)
    return tuple(cards)


def parse_pack(text: str, variant: Variant) -> tuple[int, ...]:
    """A whole pack in the order in which its cards leave it; RuleError at `pack`."""
    table = table_of(variant)
    pack = parse_cards(text, table, "pack")
    _check_count(len(pack), table.pack.bit_count(), "pack")
    return pack


def parse_hands(texts: dict[str, str], variant: Variant, dealer: int) -> Hands:
    """Whole hands, each in the order received; RuleError at `hands.SEAT` (deal-record)."""
    table = table_of(variant)
    sizes = [len(seat) for seat in places(variant, dealer, 0)]
    owner: dict[int, str] = {}
    hands = []
    for seat, letter in enumerate(table.seats):
        at = f"hands.{letter}"
        hand = parse_cards(texts[letter], table, at)
        _check_count(len(hand), sizes[seat], at)
        for card in hand:
            if card in owner:
                other = owner[card]
                raise RuleError("card_in_another_hand", at, card=CARDS[card], other=other)
        owner.update(dict.fromkeys(hand, letter))
        hands.append(hand)
    return tuple(hands)


def _check_count(count: int, expected: int, at: str) -> None:
    if count != expected:
        raise RuleError("wrong_count", at, expected=expected, count=count)
