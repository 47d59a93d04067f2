"""From pack order to hands, turn-up and stock."""

from functools import lru_cache
from itertools import chain

from games.belot.cards import CARD_OF, CARDS
from games.belot.errors import RuleError
from games.belot.table import VariantTable, hand_packets, table_of
from games.belot.variant import Variant

Hands = tuple[tuple[int, ...], ...]
"""In the order received."""


@lru_cache(maxsize=4096)
def pack_places(variant: Variant, dealer: int, taker: int) -> Hands:
    """Pack indexes that each seat receives, in order (rules 1, 3; S0, S3, S4 Dealing).

    `taker` matters only where the taker gets the turned-up card; else pass 0. A turn-up out
    of play comes between the first and the last cards.
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
        receiver = turn_up_receiver(variant, dealer, taker)
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


def turn_up_receiver(variant: Variant, dealer: int, taker: int) -> int:
    """Seat that gets the turned-up card; -1 if none."""
    if variant.auction != "turn_up" or is_turn_up_out(variant):
        return -1
    return dealer if variant.turn_up_goes_to == "dealer" else taker


def is_turn_up_out(variant: Variant) -> bool:
    """Whether the turned-up card is in no hand (S3, 2 players; Klaberjass)."""
    return variant.layout != "packets" or variant.turn_up_goes_to == "out"


def _rounds(variant: Variant, turn: list[int]) -> list[list[tuple[int, int]]]:
    if variant.layout == "set_aside":
        sizes = [3, 3, 4]
        extra = [[(turn[0], 2)]]
    elif variant.layout == "turned_card":
        sizes, extra = [6, 4], []
    else:
        sizes, extra = [3, 2, *[1] * 8, 3], []
    return [[(seat, size) for seat in turn] for size in sizes] + extra


def turn_up_place(table: VariantTable) -> int:
    """Pack index of the turned-up card, or -1."""
    if table.variant.auction != "turn_up":
        return -1
    return 20 if table.variant.layout == "turned_card" else table.seen * table.players


def deal_hands(variant: Variant, dealer: int, taker: int, pack: tuple[int, ...]) -> Hands:
    return tuple(
        tuple([pack[place] for place in seat]) for seat in pack_places(variant, dealer, taker)
    )


def covered_cards(hands: Hands) -> dict[int, int]:
    """Face-down card under each face-up one (rules 3, `table`)."""
    return {hand[9 + i]: hand[5 + i] for hand in hands for i in range(4)}


def parse_cards(text: str, table: VariantTable, at: str) -> tuple[int, ...]:
    """Parse distinct card codes of this pack; RuleError at `at`."""
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
    """Whole pack in dealing order; RuleError at `pack`."""
    table = table_of(variant)
    pack = parse_cards(text, table, "pack")
    _check_count(len(pack), table.pack.bit_count(), "pack")
    return pack


def parse_hands(texts: dict[str, str], variant: Variant, dealer: int) -> Hands:
    """Parse whole hands in order received; RuleError at `hands.SEAT` (deal-record)."""
    table = table_of(variant)
    sizes = [len(seat) for seat in pack_places(variant, dealer, 0)]
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
