"""Double dummy equals trying everything, whatever the rules and however the table is turned."""

import random

import pytest

from games.belot import PRESETS, card_values
from games.belot.tricks import duties_of
from tests.games.belot.brute_force import begun, ending, rest

FOUR_HANDED = [name for name, variant in PRESETS.items() if variant.players == 4]


def compare_endings(preset: str, size: int, count: int) -> None:
    duties = duties_of(PRESETS[preset])
    rng = random.Random(f"{preset} {size}")
    for _ in range(count):
        hands, state = ending(rng, size)
        contract = rng.randrange(6)
        leader = rng.randrange(4)
        trick = begun(rng, hands, contract, duties, leader)
        expected = rest(hands, contract, duties, leader, trick, state)
        assert card_values(duties, contract, hands, leader, trick, state) == expected


@pytest.mark.parametrize(("size", "count"), [(1, 40), (2, 200), (3, 90), (4, 8)])
@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_every_card_of_an_ending_is_worth_what_trying_everything_says(preset, size, count):
    compare_endings(preset, size, count)
