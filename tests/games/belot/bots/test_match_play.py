import random
from statistics import stdev

import pytest

from games.belot import PRESETS, BotMove, Deal, random_bot, thumb_bot
from games.belot.bots.match_play import Comparison, compare, net_of, play_deal, player_of
from games.belot.cards import MOVES, card_list

VARIANT = PRESETS["bulgarian"]


def lowest_first(deal, rng):
    return BotMove(MOVES[card_list(deal.legal_mask())[-1 if deal.phase == 0 else 0]])


def test_equal_players_gain_nothing():
    assert compare(VARIANT, lowest_first, lowest_first, range(5), 1).gains == (0,) * 5


def test_heuristic_bot_beats_random_bot_significantly():
    found = compare(VARIANT, player_of(thumb_bot), player_of(random_bot), range(40), 1)
    assert found.mean > 3 * found.standard_error > 0


def test_gains_do_not_depend_on_batches():
    one, other = player_of(thumb_bot), player_of(random_bot)
    whole = compare(VARIANT, one, other, range(4), 7)
    parts = [compare(VARIANT, one, other, numbers, 7).gains for numbers in (range(2), range(2, 4))]
    assert whole.gains == parts[0] + parts[1]
    assert whole.gains != compare(VARIANT, one, other, range(4), 8).gains


def test_exchanging_the_players_changes_the_sign():
    one, other = player_of(thumb_bot), lowest_first
    there = compare(VARIANT, one, other, range(4), 7).gains
    back = compare(VARIANT, other, one, range(4), 7).gains
    assert sum(there) > 0 > sum(back)


def test_comparison_returns_mean_and_standard_error():
    found = Comparison((1, 3, 8))
    assert found.mean == 4
    assert found.standard_error == pytest.approx(stdev([1, 3, 8]) / 3**0.5)


def test_passed_out_deal_nets_zero():
    def passes(deal, rng):
        return BotMove("P")

    assert net_of(play_deal(Deal(seed=1), [passes, passes], random.Random(1))) == 0
