from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import SEVEN_NETS, facts_of, one_board, team_match
from tournaments.scoring import (
    Adjustment,
    Average,
    Award,
    BoardResult,
    Facts,
    Method,
    Reference,
    ResultKind,
    Section,
    compute_standings,
)
from tournaments.scoring.explain import NetComparison, ScoreOrigin, explain_board, explain_row
from tournaments.scoring.imps import imps

NS, EW = Section.NS, Section.EW


def reason(facts, table=1, side=NS, board=1):
    result = next(r for r in facts.results if (r.table, r.board) == (table, board))
    return explain_board(facts, compute_standings(facts), result, side)


def test_explanation_counts_better_equal_and_worse_results():
    found = reason(facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS)), table=2)
    assert (found.how, found.others, found.more, found.same, found.fewer) == (
        ScoreOrigin.COMPARED, 6, 2, 2, 2
    )  # fmt: skip
    assert (found.score, found.percent, found.top) == (6, 50, 12)


def test_explanation_for_east_west_uses_their_net():
    found = reason(facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS)), table=5, side=EW)
    assert (found.net, found.more, found.same, found.fewer, found.score) == (26, 0, 0, 6, 12)


def test_matchpoint_comparisons_sum_to_the_score():
    facts = facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS))
    for table in range(1, 8):
        found = reason(facts, table)
        assert sum(a.times * a.points for a in found.against) == found.score


def test_cross_imps_explanation_lists_each_comparison():
    found = reason(facts_of(Method.CROSS_IMPS, one_board(SEVEN_NETS)), table=4)
    assert found.against == (
        NetComparison(10, 2, -4), NetComparison(6, 3, -3), NetComparison(-26, 1, 7)
    )  # fmt: skip
    assert found.score == Fraction(-8 - 9 + 7, 6)


@pytest.mark.parametrize(("side", "datum", "score"), [(NS, 5, -3), (EW, -5, 3)])
def test_butler_explanation_includes_the_datum(side, datum, score):
    found = reason(facts_of(Method.BUTLER, one_board(SEVEN_NETS)), table=4, side=side)
    assert (found.how, found.datum, found.score) == (ScoreOrigin.DATUM, datum, score)


@pytest.mark.parametrize(
    ("nets", "how"),
    [([4], ScoreOrigin.FACTORED), ([4, 0, -4], ScoreOrigin.FACTORED),
     ([4, 0, -4, 8], ScoreOrigin.FACTORED),
     ([4, 0, -4, 8, 9], ScoreOrigin.COMPARED)],
)  # fmt: skip
def test_explanation_says_whether_a_board_was_factored(nets, how):
    facts = facts_of(Method.MATCHPOINTS, one_board(nets), one_board([0] * 5, board=2))
    assert reason(facts).how is how


def test_factored_board_explanation_has_raw_and_scaled_points():
    """Two of three beaten is 4 of 4; where others have five results (4 + 1) · 5/3 − 1 of 8."""
    facts = facts_of(Method.MATCHPOINTS, one_board([4, 0, -4]), one_board([0] * 5, board=2))
    found = reason(facts)
    assert (found.n, found.field, found.raw, found.raw_top) == (3, 5, 4, 4)
    assert (found.score, found.top) == (Fraction(5 * 5, 3) - 1, 8)


def test_single_result_explanation_is_alone_or_net():
    assert reason(facts_of(Method.MATCHPOINTS, one_board([4]))).how is ScoreOrigin.ALONE
    assert reason(facts_of(Method.AVERAGE_DIFFERENCE, one_board([4]))).how is ScoreOrigin.NET


def test_explanation_ignores_references_of_another_session():
    facts = facts_of(
        Method.MATCHPOINTS, one_board([4, 0]), references=(Reference(1, 2, session=2),)
    )
    assert (reason(facts).how, reason(facts).others) == (ScoreOrigin.COMPARED, 1)


@pytest.mark.parametrize("side", [NS, EW])
def test_explanation_includes_references_in_the_comparison(side):
    field = tuple(Reference(1, net) for net in (-10, 2, 4, 16))
    facts = facts_of(Method.MATCHPOINTS, one_board([4, 0]), references=field)
    found = reason(facts, side=side)
    assert (found.others, found.raw, sum(a.times * a.points for a in found.against)) == (
        5, found.score, found.score
    )  # fmt: skip
    middle = reason(facts_of(Method.BUTLER, one_board([4, 0]), references=field), side=side)
    assert imps(middle.net - middle.datum) == middle.score


def test_ruling_explanation_has_award_and_reason():
    ruled = BoardResult(1, 1, 3, 3, 103, kind=ResultKind.ADJUSTED, reason="cards seen",
                        awards=(Award(Average.PLUS), Award.of_net(4)))  # fmt: skip
    facts = facts_of(Method.MATCHPOINTS, (*one_board([4, 0]), ruled))
    found = reason(facts, table=3)
    assert (found.how, found.award, found.why, found.net) == (
        ScoreOrigin.AVERAGE, Award(Average.PLUS), "cards seen", None
    )  # fmt: skip
    assert reason(facts, table=3, side=EW).award == Award.of_net(4)


def test_team_explanation_compares_with_the_other_room():
    facts = Facts(Method.IMPS, team_match(1, 2, ((10, -6),)))
    found = explain_board(facts, compute_standings(facts), facts.results[0], NS)
    assert (found.how, found.against) == (ScoreOrigin.OTHER_ROOM, (NetComparison(-6, 1, 5),))


def test_explaining_an_uncounted_result_raises():
    facts = facts_of(Method.MATCHPOINTS, one_board([4, 0]))
    late = replace(facts.results[0], kind=ResultKind.LATE, net=None)
    with pytest.raises(KeyError):
        explain_board(facts, compute_standings(facts), late, NS)


def test_private_adjustments_are_explained_only_to_directors():
    shown = Adjustment(1, Fraction(-5), reason="late")
    hidden = Adjustment(1, Fraction(0), reason="warning", public=False)
    facts = facts_of(Method.MATCHPOINTS, one_board([4, 0]), adjustments=(shown, hidden))
    standings = compute_standings(facts)
    assert explain_row(facts, standings, 1).adjustments == (shown,)
    assert explain_row(facts, standings, 1, for_public=False).adjustments == (shown, hidden)
    assert explain_row(facts, standings, 1).row.adjusted == -5
    assert explain_row(facts, standings, 1).is_mean
