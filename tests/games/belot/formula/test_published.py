"""The formula against published results: FFB table, Cannes, Pagat, Bazar Blot.

*Source*: the source prints the result; *derived*: it follows from the source's rule.
"""

from dataclasses import replace

import pytest

from games.belot import PRESETS
from games.belot.scoring import settle
from games.belot.sheet import Parts
from games.belot.table import table_of
from tests.games.belot.formula.contree import (
    BAZAR,
    CANNES,
    COINCHE,
    EXACT,
    FFB,
    NOTE_1,
    PAGAT,
    POINTS_MADE,
    belote,
    premiums,
    result,
    score_of,
)

CAPOT = {"bid": 250, "capot_bid": True, "capot": "NS"}
NOT_MADE = {"bid": 250, "capot_bid": True}


# The sixteen cases of the table (FFB 27/01/2016 §10.2): source


@pytest.mark.parametrize(("rules", "bid"), [(POINTS_MADE, 0), (FFB, 1)], ids=["made", "made+bid"])
class TestTableOfTheFFB:
    def test_made(self, rules, bid):
        assert score_of(rules, 110, 52, bid=100, **belote(ns=20)) == (130 + bid * 100, 50)
        assert score_of(rules, 110, 52, bid=100, **belote(ew=20)) == (110 + bid * 100, 70)

    @pytest.mark.parametrize(("contra", "base", "times"), [(1, 320, 2), (2, 640, 4)])
    @pytest.mark.parametrize("belotes", [belote(ns=20), belote(ew=20)])
    def test_made_under_contra(self, rules, bid, contra, base, times, belotes):
        scored = score_of(rules, 110, 52, bid=100, contra=contra, **belotes)
        assert scored == (base + bid * 100 * times + 20, 0)

    def test_capot_made(self, rules, bid):
        assert score_of(rules, 162, 0, **CAPOT) == (500, 0)
        assert score_of(rules, 162, 0, **CAPOT, **belote(ns=20)) == (520, 0)
        assert score_of(rules, 162, 0, **CAPOT, **belote(ew=20)) == (500, 20)

    @pytest.mark.parametrize(("contra", "whole"), [(1, 1000), (2, 2000)])
    def test_capot_made_under_contra(self, rules, bid, contra, whole):
        assert score_of(rules, 162, 0, **CAPOT, contra=contra) == (whole, 0)
        assert score_of(rules, 162, 0, **CAPOT, contra=contra, **belote(ew=20)) == (whole + 20, 0)

    def test_lost(self, rules, bid):
        assert score_of(rules, 80, 82, bid=100) == (0, 160 + bid * 100)
        assert score_of(rules, 60, 102, bid=100, **belote(ns=20)) == (0, 180 + bid * 100)

    @pytest.mark.parametrize(("contra", "base", "times"), [(1, 320, 2), (2, 640, 4)])
    def test_lost_under_contra(self, rules, bid, contra, base, times):
        scored = score_of(rules, 60, 102, bid=120, contra=contra, **belote(ew=20))
        assert scored == (0, base + bid * 120 * times + 20)

    def test_capot_lost(self, rules, bid):
        assert score_of(rules, 152, 10, **NOT_MADE) == (0, 500)
        assert score_of(rules, 152, 10, **NOT_MADE, **belote(ns=20)) == (0, 520)

    @pytest.mark.parametrize(("contra", "whole"), [(1, 1000), (2, 2000)])
    def test_capot_lost_under_contra(self, rules, bid, contra, whole):
        assert score_of(rules, 152, 10, **NOT_MADE, contra=contra) == (0, whole)


# Belote contrée


def test_source_110_hearts_with_last_trick_scores_220():
    assert score_of(FFB, 113, 49, bid=110) == (220, 50)  # the defence: derived


def test_source_cannes_last_deal_is_counted_exactly():
    assert score_of(EXACT, 104, 58, bid=100) == (204, 58)
    assert score_of(CANNES, 104, 58, bid=100) == (200, 60)  # derived


def test_source_89_points_lose_a_bid_of_90():
    scored = result(FFB, 89, 73, bid=90)
    assert (scored["outcome"], scored["score"]) == ("lost", {"NS": 0, "EW": 250})


def test_source_reached_bid_is_made_though_defence_has_more():
    scored = result(FFB, 62, 100, bid=80, **belote(ns=20))
    assert (scored["outcome"], scored["totals"]) == ("made", {"NS": 82, "EW": 100})
    assert scored["score"] == {"NS": 160, "EW": 100}  # derived


def test_derived_120_lost_under_contra_scores_by_preset():
    lost = {"bid": 120, "contra": 1}
    assert score_of(FFB, 60, 102, **lost) == (0, 560)
    assert score_of(NOTE_1, 60, 102, **lost) == (0, 400)
    assert score_of(CANNES, 60, 102, **lost) == (0, 400)
    assert score_of(EXACT, 60, 102, **lost) == (0, 402)


def test_derived_recontred_capot_with_belote_scores_2020():
    assert score_of(FFB, 162, 0, **CAPOT, **belote(ns=20)) == (520, 0)
    assert score_of(FFB, 162, 0, **CAPOT, contra=2, **belote(ns=20)) == (2020, 0)


def test_source_pagat_100_lost_under_contra_scores_360():
    assert score_of(PAGAT, 60, 102, bid=100, contra=1) == (0, 360)


def test_derived_pagat_80_needs_more_than_half():
    assert result(PAGAT, 81, 81, bid=80)["outcome"] == "lost"
    assert result(PAGAT, 82, 80, bid=80)["outcome"] == "made"


def test_derived_bid_award_scores_only_the_bid():
    only = replace(FFB, made_award="bid", lost_base=0)
    assert score_of(only, 113, 49, bid=110) == (110, 0)
    assert score_of(only, 100, 62, bid=110) == (0, 110)
    assert score_of(only, 113, 49, bid=110, contra=1, **belote(ew=20)) == (240, 0)


# Coinche with declarations (FFB 2015)


def test_source_coinche_declarations_count_towards_the_bid():
    scored = result(COINCHE, 83, 79, bid=100, **premiums(20, 0))
    assert scored["outcome"] == "made"
    assert scored["score"] == {"NS": 200, "EW": 80}  # derived


def test_derived_coinche_lost_bid_keeps_the_belote():
    scored = result(COINCHE, 62, 100, bid=80, **belote(ns=20))
    assert (scored["outcome"], scored["score"]) == ("lost", {"NS": 20, "EW": 240})


@pytest.mark.parametrize(("bid", "whole"), [(80, 252), (130, 302)])
def test_source_coinche_without_rounding_writes_exact_points(bid, whole):
    assert score_of(replace(COINCHE, rounding="none"), 152, 10, bid=bid, **belote(ns=20)) == (
        whole,
        10,
    )


# Bazar Blot


def test_source_bazar_blot_11_hearts_scores_24_to_11():
    assert score_of(BAZAR, 106, 56, bid=110, **premiums(20, 50, 20)) == (24, 11)
    assert score_of(BAZAR, 100, 62, bid=110, **premiums(0, 50)) == (0, 11 + 16 + 5)


def test_source_bazar_blot_lost_11_no_trumps_scores_43():
    parts = Parts((0, 50), (0, 0), 110)
    lost = settle(table_of(BAZAR), 4, 0, 0, (100, 112), -1, parts)
    assert lost.score == (0, 22 + 16 + 5)


def test_source_bazar_blot_26_with_declarations_scores_56():
    assert score_of(BAZAR, 50, 112, bid=260, **premiums(250, 0)) == (56, 11)


# Klaverjas and Baloot: switches that today's auctions offer too


def test_derived_klaverjas_tie_is_lost_with_all_points():
    rules = replace(PRESETS["bela"], capot_points=100, capot_for="declarer")
    assert score_of(rules, 81, 81, **premiums(20, 20)) == (0, 202)


def test_source_klaverjas_capot_premium_is_for_the_declarer():
    rules = replace(PRESETS["bela"], capot_points=100, capot_for="declarer")
    all_tricks = {"capot": "NS", **premiums(20, 0)}
    assert score_of(rules, 162, 0, **all_tricks) == (282, 0)
    assert score_of(rules, 162, 0, declarer="E", **all_tricks) == (182, 0)


def test_source_baloot_belote_is_never_multiplied():
    rules = replace(PRESETS["bulgarian"], belote_multiplied=False)
    assert score_of(rules, 100, 62, contra=1, **belote(ns=20)) == (34, 0)
