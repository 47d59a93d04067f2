"""Reference double dummy by exhaustive search with the engine's rules."""

import random
from collections.abc import Sequence
from functools import cache

from games.belot.cards import SUIT_MASK_OF, card_list
from games.belot.solving.double_dummy.roem import (
    OF_EAST_WEST,
    OF_EQUALS,
    OF_FOUR,
    OF_NORTH_SOUTH,
    OF_PAIR,
    OF_THREE,
    WORTH_WITHOUT_ROEM,
)
from games.belot.tricks import CARD_TABLES, legal_cards


def winner_of(cards: list[int], contract: int) -> int:
    """Index of the winning card, cards in playing order."""
    beats = CARD_TABLES[contract].beats
    best = 0
    for index in range(1, len(cards)):
        if beats[cards[best]] >> cards[index] & 1:
            best = index
    return best


def legal_in_trick(hand: int, trick: list[int], leader: int, contract: int, duties: int) -> int:
    if not trick:
        return hand
    table = CARD_TABLES[contract]
    place = winner_of(trick, contract)
    best = trick[place]
    led = SUIT_MASK_OF[trick[0]]
    partner = (place - len(trick)) % 2 == 0
    trumped = not led >> best & 1
    return legal_cards(hand, led, table.trumps, table.beats[best], trumped, partner, duties)


def roem_in(trick: Sequence[int], contract: int, worth: Sequence[int]) -> int:
    total = 0
    for suit in range(4):
        ranks = sorted(card % 8 for card in trick if card // 8 == suit)
        runs = [
            size
            for size in (3, 4)
            for low in ranks
            if all(low + step in ranks for step in range(size))
        ]
        if runs:
            total += worth[OF_FOUR if 4 in runs else OF_THREE]
        if CARD_TABLES[contract].trumps >> 8 * suit & 1 and {5, 6} <= {*ranks}:
            total += worth[OF_PAIR]
    if len({card % 8 for card in trick}) == 1:
        total += worth[OF_EQUALS + trick[0] % 8]
    return total


def remaining_points(
    hands, contract, duties, leader, trick, state, worth=WORTH_WITHOUT_ROEM
) -> dict[int, int]:
    """North-South's points by card from this trick on; `hands` as before the trick."""
    points = CARD_TABLES[contract].points
    capots = {1: worth[OF_NORTH_SOUTH], 2: -worth[OF_EAST_WEST]}

    @cache
    def value(hands: tuple[int, ...], leader: int, trick: tuple[int, ...], state: int) -> int:
        if not any(hands) and not trick:
            return capots.get(state, 0)
        if len(trick) == 4:
            winner = (leader + winner_of(list(trick), contract)) % 4
            gain = sum(points[card] for card in trick) + (10 if not any(hands) else 0)
            after = value(hands, winner, (), state | 1 << winner % 2)
            roem = roem_in(trick, contract, worth) // 2
            return after + (gain + roem if winner % 2 == 0 else -roem)
        seat = (leader + len(trick)) % 4
        legal = legal_in_trick(hands[seat], list(trick), leader, contract, duties)
        results = [
            value(
                tuple(h ^ 1 << card if s == seat else h for s, h in enumerate(hands)),
                leader,
                (*trick, card),
                state,
            )
            for card in card_list(legal)
        ]
        return min(results) if seat % 2 else max(results)

    held = list(hands)
    for place, card in enumerate(trick):
        held[(leader + place) % 4] ^= 1 << card
    seat = (leader + len(trick)) % 4
    legal = legal_in_trick(held[seat], list(trick), leader, contract, duties)
    answers = {}
    for card in card_list(legal):
        after = tuple(h ^ 1 << card if s == seat else h for s, h in enumerate(held))
        answers[card] = value(after, leader, (*trick, card), state)
    return answers


def ending(rng: random.Random, size: int) -> tuple[list[int], int]:
    """Hands of `size` cards, and which sides have won tricks (bits)."""
    cards = rng.sample(range(32), 4 * size)
    hands = [sum(1 << c for c in cards[size * s : size * s + size]) for s in range(4)]
    return hands, rng.choice([1, 2, 3, 3])


def started_trick(rng: random.Random, hands: list[int], contract: int, duties: int, leader: int):
    trick: list[int] = []
    held = list(hands)
    for place in range(rng.choice([0, 0, 1, 2, 3])):
        seat = (leader + place) % 4
        legal = legal_in_trick(held[seat], trick, leader, contract, duties)
        card = rng.choice(card_list(legal))
        held[seat] ^= 1 << card
        trick.append(card)
    return trick
