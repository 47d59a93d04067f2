import random
from math import ceil

import pytest

from games.belot.solving import card_values
from games.belot.solving.double_dummy.roem import WORTH_WITHOUT_ROEM
from games.belot.tricks import (
    BEAT_PLAIN,
    CONTRACT_TABLES,
    ELSE_ANY_CARD,
    FREE_IN_TRUMPS,
    FREE_WHEN_VOID,
    OVERTRUMP,
)
from tests.games.belot.brute_force import remaining_points, roem_in, started_trick, winner_of
from tests.games.belot.solving.cases import close_ending
from tests.selection import ONE_IN

ROEM = (50, 50, 20, 50, 20) + (100,) * 8
"""Rotterdam: runs 20 and 50, king and queen of trumps 20, four of a rank 100."""
JACKS = (50, 0, 20, 50, 20, 0, 0, 0, 100, 200, 100, 100, 100)
"""Amsterdam: four jacks 200; here only North–South are paid for all tricks."""


def compare(worth: tuple[int, ...], size: int, count: int) -> int:
    """Compare every card of random endings; count endings where combinations matter."""
    rng = random.Random(f"{worth} {size}")
    mattered = 0
    for _ in range(count):
        duties = sum(
            bit
            for bit in (BEAT_PLAIN, FREE_IN_TRUMPS, FREE_WHEN_VOID, OVERTRUMP, ELSE_ANY_CARD)
            if rng.random() < 0.5
        )
        hands, contract, leader = close_ending(rng, size), rng.randrange(6), rng.randrange(4)
        state = rng.choice([1, 2, 3, 3])
        trick = started_trick(rng, hands, contract, duties, leader)
        expected = remaining_points(hands, contract, duties, leader, trick, state, worth)
        found = card_values(duties, contract, hands, leader, trick, state, worth=worth)
        assert found == expected, (hands, contract, duties, leader, trick, state)
        mattered += expected != remaining_points(
            hands, contract, duties, leader, trick, state, WORTH_WITHOUT_ROEM
        )
    return mattered


@pytest.mark.sample
@pytest.mark.parametrize("worth", [ROEM, JACKS])
@pytest.mark.parametrize(("size", "count"), [(1, 30), (2, 200), (3, 80), (4, 6)])
def test_card_values_with_roem_equal_brute_force(worth, size, count, fast, every_example):
    tried = count if every_example else ceil(count / ONE_IN)
    assert compare(worth, size, tried) > tried // 20


@pytest.mark.slow
@pytest.mark.parametrize("worth", [ROEM, JACKS])
@pytest.mark.parametrize(("size", "count"), [(2, 3000), (3, 2000), (4, 300), (5, 10)])
def test_ten_thousand_roem_endings_equal_brute_force(worth, size, count, fast):
    assert compare(worth, size, count) > count // 20


def check_whole_deal(seed: int, worth: tuple[int, ...]) -> None:
    """Play a random deal: each card is worth the best of its continuations.

    Values depend on the next ones, the last ones on exhaustive search.
    """
    rng = random.Random(seed)
    duties, contract, leader = rng.randrange(32), rng.randrange(6), rng.randrange(4)
    pack = rng.sample(range(32), 32)
    hands = [sum(1 << card for card in pack[8 * seat : 8 * seat + 8]) for seat in range(4)]
    trick: list[int] = []
    state = 0
    promised = None
    for played in range(28):
        seat = (leader + len(trick)) % 4
        values = card_values(duties, contract, hands, leader, trick, state, worth=worth)
        best = (min if seat % 2 else max)(values.values())
        assert promised in (None, best), (seed, played)
        if played == 20:
            assert values == remaining_points(hands, contract, duties, leader, trick, state, worth)
        card = rng.choice(list(values))
        trick.append(card)
        promised = values[card]
        if len(trick) == 4:
            for place, laid in enumerate(trick):
                hands[(leader + place) % 4] ^= 1 << laid
            leader = (leader + winner_of(trick, contract)) % 4
            state |= 1 << leader % 2
            roem = roem_in(trick, contract, worth) // 2
            gain = sum(CONTRACT_TABLES[contract].points[laid] for laid in trick)
            promised -= -roem if leader % 2 else gain + roem
            trick = []


@pytest.mark.parametrize("seed", range(6))
def test_roem_values_of_a_whole_deal_are_consistent_to_the_end(seed, fast):
    check_whole_deal(seed, JACKS if seed % 2 else ROEM)


@pytest.mark.slow
def test_roem_values_of_two_thousand_deals_are_consistent(fast):
    for seed in range(100, 2100):
        check_whole_deal(seed, JACKS if seed % 2 else ROEM)


@pytest.mark.parametrize(
    ("trick", "trumps", "brought"),
    [
        ("HK HQ HJ H7", 2, 40),  # Klaverjas: 20 and 20
        ("HK HQ HJ H7", 0, 20),
        ("HA HK HQ HJ", 2, 70),
        ("HA HK HQ HJ", 0, 50),
        ("HA HQ HK S7", 2, 40),
        ("H7 H8 HT HJ", 2, 0),
        ("H9 HJ HT S7", 2, 20),
        ("HK SA HQ S7", 2, 20),
        ("HJ SJ DJ CJ", 2, 200),
        ("HT ST DT CT", 2, 100),
        ("H9 S9 D9 C9", 2, 0),
    ],
)
def test_roem_in_a_trick_raises_its_card_values(trick, trumps, brought, fast):
    cards = ["CDHS".index(code[0]) * 8 + "789TJQKA".index(code[1]) for code in trick.split()]
    assert roem_in(cards, trumps, JACKS) == brought
    hands = [1 << card for card in cards]
    with_it = card_values(0, trumps, hands, 0, [], 3, worth=JACKS)
    without = card_values(0, trumps, hands, 0, [], 3)
    (gain,) = {abs(with_it[card] - without[card]) for card in with_it}
    assert 2 * gain == brought
