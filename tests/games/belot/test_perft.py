"""Perft: continuations of fixed endings, counted in two ways and fixed here.

The engine plays and undoes every legal card; `naive` counts on text from the rule tables.
"""

import random

import pytest

from games.belot import PRESETS, Deal, play_out, random_bot, random_pack
from games.belot.cards import card_list
from games.belot.records.game import Deal as GameDeal
from tests.games.belot.naive import count_endings

LAST_CARDS = {4: 16, 3: 12, 2: 10}
MAX_DEALS = 7_000
"""Larger endings only with ``--every-example``."""


def ending(preset: str, number: int) -> Deal:
    rng = random.Random(f"{preset} {number}")
    while True:
        deal = Deal(preset, "N", pack=random_pack(PRESETS[preset], rng))
        play_out(deal, random_bot, rng)
        if deal.played:
            break
    for _ in range(LAST_CARDS[deal.table.players]):
        deal.undo()
    return deal


def perft(deal: GameDeal) -> int:
    if deal.turn is None:
        return 1
    total = 0
    for card in card_list(deal.legal_mask()):
        deal.push(card)
        total += perft(deal)
        deal.undo()
    return total


COUNTS: dict[str, tuple[int, ...]] = {
    "bulgarian": (2476, 1920, 6344),
    "belote": (3496, 6976, 11856),
    "belot": (34752, 6336, 2904),
    "french": (7104, 8640, 10772),
    "bela": (3480, 1204, 4104),
    "bela3": (144, 576, 2448),
    "bela2": (672, 664, 1944),
    "klaberjass2": (1584, 6912, 14400),
    "belot3": (1824, 632, 360),
    "belot2": (1840, 1992, 1644),
    "open_belot": (1944, 162, 1056),
    "french_ffb": (5002, 33408, 19584),
    "contree_ffb": (9536, 3888, 7392),
    "contree_cannes": (3096, 1744, 5424),
    "coinche_ffb": (9136, 13024, 5388),
    "bazar_blot": (147744, 47928, 42000),
    "klaverjas_rotterdam": (868, 4232, 133920),
    "klaverjas_amsterdam": (11376, 5184, 4800),
    "baloot": (9472, 2376, 48192),
}


@pytest.mark.sample
@pytest.mark.parametrize("preset", PRESETS)
def test_perft_and_count_endings_agree(preset, every_example):
    for number, expected in enumerate(COUNTS[preset]):
        if expected > MAX_DEALS and not every_example:
            continue
        deal = ending(preset, number)
        before = deal.record()
        assert perft(deal) == expected
        assert count_endings(deal) == expected
        assert deal.record() == before
