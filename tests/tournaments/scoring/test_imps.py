from fractions import Fraction
from itertools import pairwise

import pytest

from tests.tournaments.scoring.builders import SEVEN_NETS, facts_of, ns_scores, one_board
from tournaments.scoring import Method, Options, compute_standings, round_half_away
from tournaments.scoring.imps import BELOT, BRIDGE, CrossImps, datum, imps
from tournaments.scoring.matchpoints import Ascherman, Matchpoints

RANGES = (
    "0–1", "2–3", "4–6", "7–9", "10–12", "13–16", "17–20", "21–24", "25–29", "30–34", "35–40",
    "41–47", "48–55", "56–64", "65–74", "75–85", "86–97", "98–111", "112–127", "128–145", "146–165",
    "166–187", "188–212", "213–240",
)  # fmt: skip


@pytest.mark.parametrize(("size", "swing"), list(enumerate(RANGES)))
def test_belot_imps_match_table_of_swing_ranges(size, swing):
    low, high = map(int, swing.split("–"))
    assert {imps(s) for s in range(low, high + 1)} == {size}
    assert {imps(-s) for s in range(low, high + 1)} == {-size}


def test_belot_imps_are_limited_to_24():
    assert [imps(241), imps(1000), imps(-241)] == [24, 24, -24]


def test_belot_imp_ranges_never_get_narrower():
    widths = [b - a for a, b in pairwise(BELOT)]
    assert widths == sorted(widths)


@pytest.mark.parametrize(
    ("swing", "size"), [(20, 6), (30, 9), (36, 10), (150, 20), (32, 9), (52, 12), (104, 17)]
)
def test_typical_swings_have_expected_imps(swing, size):
    assert imps(swing) == size


def test_bridge_imp_table_can_be_chosen():
    assert [imps(s, BRIDGE) for s in (10, 20, 50, 430, 4000)] == [0, 1, 2, 10, 24]


@pytest.mark.parametrize(("n", "left_out"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_datum_drops_more_extremes_in_larger_fields(n, left_out):
    nets = [100] * left_out + [0] * (n - 2 * left_out) + [-60] * left_out
    assert datum(nets) == 0


def test_datum_depends_on_number_of_dropped_extremes():
    assert (datum(SEVEN_NETS, drop=0), datum(SEVEN_NETS, drop=1), datum(SEVEN_NETS)) == (1, 5, 5)


def test_datum_rounds_half_away_from_zero_and_to_the_step():
    assert (datum([1, 2]), datum([-1, -2]), datum([14, 17], step=10)) == (2, -2, 20)
    assert (datum([]), datum([7], drop=3)) == (0, 7)


def test_butler_scores_of_seven_nets():
    board = one_board(SEVEN_NETS)
    plain = facts_of(Method.BUTLER, board, options=Options(datum_drop=0))
    assert ns_scores(compute_standings(plain)) == [3, 2, 2, -1, -8, 2, 3]
    assert ns_scores(compute_standings(facts_of(Method.BUTLER, board))) == [2, 0, 0, -3, -9, 0, 2]


def test_cross_imps_scores_of_seven_nets():
    board = CrossImps(SEVEN_NETS)
    assert [board.total(net) for net in SEVEN_NETS] == [20, 8, 8, -10, -54, 8, 20]
    standings = compute_standings(facts_of(Method.CROSS_IMPS, one_board(SEVEN_NETS)))
    assert ns_scores(standings) == [Fraction(x, 6) for x in (20, 8, 8, -10, -54, 8, 20)]
    assert sum(s.ns for s in standings.boards) == 0


def test_single_result_has_zero_cross_imps():
    assert CrossImps([30]).score_played(30) == (0, 0)
    assert CrossImps([30]).score_assigned(4) == (-8, 8)


def test_ascherman_percentages_of_seven_nets():
    board = Ascherman(SEVEN_NETS)
    percents = [round_half_away(board.score_played(net).ns * 100 / board.top) for net in SEVEN_NETS]
    assert [str(p) for p in percents] == [
        "85.71",
        "50.00",
        "50.00",
        "21.43",
        "7.14",
        "50.00",
        "85.71",
    ]


def test_ascherman_adds_one_matchpoint_with_a_top_of_2n():
    board = Ascherman([4, 0, 0, -2])
    assert ([board.score_played(n) for n in (4, 0, -2)], board.top) == ([(7, 1), (4, 4), (1, 7)], 8)


def test_ascherman_of_ten_results_ranges_from_5_to_95_percent():
    board = Ascherman(range(10))
    assert [board.score_played(n).ns * 100 / board.top for n in (0, 9)] == [5, 95]


def test_neuberg_approaches_ascherman_in_a_large_field():
    board, huge = Ascherman([4, 0, -4, 8]), 10**9
    for net in (4, 0, -4, 8):
        neuberg = Matchpoints([4, 0, -4, 8], huge)
        gap = neuberg.score_played(net).ns / neuberg.top - board.score_played(net).ns / board.top
        assert abs(gap) < Fraction(1, 10**8)


def test_board_passed_out_at_all_tables_scores_zero_imps():
    facts = facts_of(Method.CROSS_IMPS, one_board([0, 0, 0]))
    assert ns_scores(compute_standings(facts)) == [0, 0, 0]
