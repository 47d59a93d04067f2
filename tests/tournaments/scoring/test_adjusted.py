from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import SEVEN_NETS, facts_of, one_board
from tournaments.scoring import (
    Adjustment,
    Average,
    Award,
    BoardResult,
    FactsError,
    Lineup,
    Method,
    Options,
    ResultKind,
    compute_standings,
)

PLUS, EQUAL, MINUS = (Award(average) for average in Average)


def adjusted(ns, ew, table=8, board=1, round=1):
    return BoardResult(
        board=board, round=round, table=table, ns=table, ew=100 + table,
        kind=ResultKind.ADJUSTED, awards=(ns, ew),
    )  # fmt: skip


def score_at(facts, table, board=1):
    return next(
        s
        for s in compute_standings(facts).boards
        if (s.result.table, s.result.board) == (table, board)
    )


@pytest.mark.parametrize(
    ("ns", "ew", "percents"),
    [(PLUS, MINUS, (60, 40)), (PLUS, PLUS, (60, 60)), (EQUAL, EQUAL, (50, 50)),
     (MINUS, PLUS, (40, 60)), (MINUS, MINUS, (40, 40))],
)  # fmt: skip
def test_average_awards_are_60_50_or_40_percent_per_side(ns, ew, percents):
    facts = facts_of(Method.MATCHPOINTS, (*one_board(SEVEN_NETS), adjusted(ns, ew)))
    score = score_at(facts, 8)
    assert (score.ns_percent, score.ew_percent) == percents


@pytest.mark.parametrize(
    ("method", "step"),
    [(Method.BUTLER, 2), (Method.CROSS_IMPS, 2), (Method.ASCHERMAN, None)],
)
def test_average_awards_in_imps_are_plus_or_minus_two(method, step):
    facts = facts_of(method, (*one_board(SEVEN_NETS), adjusted(PLUS, MINUS)))
    score = score_at(facts, 8)
    if step is None:
        assert (score.ns_percent, score.ew_percent) == (60, 40)
    else:
        assert (score.ns, score.ew) == (2, -2)


def test_average_imps_option_can_be_three():
    facts = facts_of(
        Method.CROSS_IMPS,
        (*one_board(SEVEN_NETS), adjusted(PLUS, PLUS)),
        options=Options(average_imps=Fraction(3)),
    )
    assert (score_at(facts, 8).ns, score_at(facts, 8).ew) == (3, 3)


def test_average_awards_of_nets_are_relative_to_field_mean():
    facts = facts_of(Method.AVERAGE_DIFFERENCE, (*one_board([10, 20]), adjusted(PLUS, EQUAL)))
    score = score_at(facts, 8)
    assert (score.ns, score.ew) == (15 + 5, -15)


def test_average_plus_is_at_least_the_pair_mean_elsewhere():
    # Pair 8 beat all others on its other boards; its opponents beat none.
    others = (
        *one_board([0, 0, -4, -8, 0, 0, 0, 4], board=2, round=2),
        *one_board([0, 0, -4, -8, 0, 0, 0, 4], board=3, round=3),
    )
    facts = facts_of(Method.MATCHPOINTS, (*one_board(SEVEN_NETS), adjusted(PLUS, PLUS)), others)
    assert score_at(facts, 8).ns_percent == 100
    assert score_at(facts, 8).ew_percent == 60
    fixed = replace(facts, options=Options(upgrade_averages=False))
    assert score_at(fixed, 8).ns_percent == 60


def test_average_minus_is_at_most_the_pair_mean_elsewhere():
    others = one_board([0, 0, 0, 0, 0, 0, 0, -4], board=2, round=2)
    facts = facts_of(Method.MATCHPOINTS, (*one_board(SEVEN_NETS), adjusted(MINUS, MINUS)), others)
    assert (score_at(facts, 8).ns_percent, score_at(facts, 8).ew_percent) == (0, 40)


def test_average_plus_ignores_other_sessions():
    elsewhere = tuple(replace(r, session=2) for r in one_board([0, 4], board=9, round=9))
    played = one_board([4, 0], board=2, round=2)
    result = adjusted(PLUS, PLUS, table=2)
    facts = facts_of(Method.MATCHPOINTS, (*one_board([4]), result), played, elsewhere)
    assert score_at(facts, 2).ns_percent == 60


def test_average_plus_of_a_lineup_uses_mean_of_its_players():
    lineups = (Lineup(2, (51, 52)), Lineup(1, (53, 54)))
    played = one_board([0, 8], board=2, round=2)
    facts = facts_of(
        Method.MATCHPOINTS,
        (*one_board([4]), adjusted(PLUS, MINUS, table=2)),
        played,
        lineups=lineups,
    )
    assert score_at(facts, 2).ns_percent == 100
    assert compute_standings(facts).row(51).total == compute_standings(facts).row(52).total == 100


def test_assigned_scores_do_not_change_other_scores():
    plain = facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS), one_board([0] * 8, board=2))
    more = replace(plain, results=(*plain.results, adjusted(Award.of_net(10), Award.of_net(10))))
    before = [(s.ns, s.ew) for s in compute_standings(plain).boards if s.result.board == 1]
    after = [(s.ns, s.ew) for s in compute_standings(more).boards if s.result.board == 1][:7]
    assert after == before
    # 10 among seven nets: five beaten, two equalled, 12 of 14.
    assert score_at(more, 8).ns_percent == Fraction(1200, 14)


def test_split_scores_may_sum_to_less_than_the_top():
    facts = facts_of(
        Method.MATCHPOINTS,
        (*one_board(SEVEN_NETS), adjusted(Award.of_net(-26), Award.of_net(10))),
        one_board([0] * 8, board=2),
    )
    score = score_at(facts, 8)
    assert (score.ns_percent, score.ew_percent) == (Fraction(100, 14), Fraction(200, 14))


def test_weighted_award_in_cross_imps_is_the_weighted_mean():
    third = Fraction(1, 3)
    award = Award(nets=((10, 2 * third), (-26, third)))
    facts = facts_of(Method.CROSS_IMPS, (*one_board(SEVEN_NETS), adjusted(award, award)))
    # 10 makes 20 IMPs against the seven, −26 makes −54.
    expected = (2 * third * 20 + third * -54) / 7
    assert score_at(facts, 8).ns == expected
    assert score_at(facts, 8).ew == -expected


def test_incomplete_award_or_result_raises():
    with pytest.raises(FactsError, match="weights"):
        Award(nets=((10, Fraction(1, 2)),))
    with pytest.raises(FactsError, match="either"):
        Award()
    with pytest.raises(FactsError, match="round 1, table 1, board 1: awards belong"):
        BoardResult(1, 1, 1, 1, 2, kind=ResultKind.ADJUSTED)
    with pytest.raises(FactsError, match="needs its net"):
        BoardResult(1, 1, 1, 1, 2)
    with pytest.raises(FactsError, match="oppose itself"):
        BoardResult(1, 1, 1, 1, 1, 4)


def test_adjustment_of_unknown_entrant_raises():
    with pytest.raises(FactsError, match="adjustment of 77"):
        compute_standings(
            facts_of(
                Method.MATCHPOINTS, one_board([4]), adjustments=(Adjustment(77, Fraction(-1)),)
            )
        )
