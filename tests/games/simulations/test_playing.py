import random

import pytest

from games.belot import PRESETS, random_pack, score
from games.simulations.playing import bot_record

BULGARIAN = PRESETS["bulgarian"]
PACK = random_pack(PRESETS["bulgarian"], random.Random(5))


def test_equal_seeds_give_equal_bot_records():
    records = [bot_record(BULGARIAN, "N", PACK, b"table 1") for _again in range(2)]
    assert records[0] == records[1]


def test_same_cards_with_other_seeds_give_different_results():
    outcomes = [score(bot_record(BULGARIAN, "N", PACK, bytes([n]))) for n in range(12)]
    assert len({str(outcome["score"]) for outcome in outcomes}) > 3


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_finish_every_preset(preset):
    pack = random_pack(PRESETS[preset], random.Random(1))
    for seed in range(20):
        outcome = score(bot_record(PRESETS[preset], "N", pack, bytes([seed])))
        assert outcome["status"] in {"complete", "passed_out"}


def test_bot_levels_give_valid_repeatable_records():
    records = [bot_record(BULGARIAN, "N", PACK, b"table 1", level) for level in ("thumb", "club")]
    assert records[0] == bot_record(BULGARIAN, "N", PACK, b"table 1", "thumb")
    assert all("error" not in score(record) for record in records)
