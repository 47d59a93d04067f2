import random

import pytest

from games.belot import PRESETS
from games.belot.cards import card_list
from games.belot.position import SETTING_ASIDE
from games.belot.records.game import Deal
from games.belot.result import settlement_of
from games.belot.table import table_of

DEALS = 100_000


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_hundred_thousand_random_deals_have_valid_totals(preset):
    variant = PRESETS[preset]
    table = table_of(variant)
    rng = random.Random(preset)
    pack = card_list(table.pack)
    for number in range(DEALS):
        rng.shuffle(pack)
        deal = Deal.from_cards(variant, number % table.players, pack)
        _play(deal, rng)
        if deal.standing.bid < 0:
            continue
        points = sum(deal.side_points) + 10
        total = table.contracts[deal.standing.bid].total
        assert points <= total if table.cards_out else points == total
        settled = settlement_of(deal)
        assert settled.outcome in ("made", "lost", "hanging")
        assert min(settled.score) >= 0


def _play(deal: Deal, rng: random.Random) -> None:
    while mask := deal.legal_mask():
        moves = card_list(mask)
        if deal.phase == SETTING_ASIDE:
            deal.set_aside(" ".join(rng.sample(deal.legal, 2)))
        else:
            deal.push(rng.choice(moves))
    assert deal.turn is None
