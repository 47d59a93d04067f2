from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import SEVEN_NETS, facts_of, one_board
from tournaments.scoring import (
    Adjustment,
    AdjustmentLevel,
    Average,
    Award,
    BoardResult,
    Entrant,
    FactsError,
    Lineup,
    Method,
    ResultKind,
    Section,
    Winners,
    compute_standings,
    nearest_whole,
    round_half_away,
)


def places(standings, section=Section.ALL):
    return [(row.entrant, row.place) for row in standings.section(section)]


def test_tied_entrants_share_the_best_place():
    facts = facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS), winners=Winners.TWO)
    assert places(compute_standings(facts), Section.NS) == [
        (1, "1="), (7, "1="), (2, "3="), (3, "3="), (6, "3="), (4, "6"), (5, "7")
    ]  # fmt: skip


def test_two_winner_standings_rank_each_line_separately():
    standings = compute_standings(
        facts_of(Method.MATCHPOINTS, one_board([4, -4, 0]), winners=Winners.TWO)
    )
    assert places(standings, Section.NS) == [(1, "1"), (3, "2"), (2, "3")]
    assert places(standings, Section.EW) == [(102, "1"), (103, "2"), (101, "3")]
    assert places(standings) == []


def test_given_section_overrides_the_seats():
    facts = facts_of(
        Method.MATCHPOINTS,
        one_board([4, -4]),
        winners=Winners.TWO,
        entrants=(Entrant(1, Section.EW), Entrant(101, Section.NS)),
    )
    assert {row.entrant for row in compute_standings(facts).section(Section.EW)} == {1, 102}


def test_average_difference_is_the_mean_net_per_board():
    facts = facts_of(
        Method.AVERAGE_DIFFERENCE, one_board([10, -6], board=1), one_board([5, 7], board=2)
    )
    standings = compute_standings(facts)
    assert [(row.entrant, row.total) for row in standings.rows] == [
        (1, Fraction(15, 2)), (2, Fraction(1, 2)), (102, Fraction(-1, 2)), (101, Fraction(-15, 2))
    ]  # fmt: skip


def test_total_points_are_the_sum_of_nets():
    facts = facts_of(Method.TOTAL_POINTS, one_board([10, -6]), one_board([5, 7], board=2))
    assert [row.total for row in compute_standings(facts).rows] == [15, 1, -1, -15]


def test_total_is_mean_percentage_of_boards_actually_played():
    facts = facts_of(
        Method.MATCHPOINTS,
        one_board([4, 0, -4, 0]),
        one_board([9, 3, 1], board=2, round=2),
    )
    row = compute_standings(facts).row(4)
    assert (row.boards, row.total, len(row.rounds)) == (1, 50, 2)


def test_history_has_score_total_and_rank_after_each_round():
    facts = facts_of(
        Method.MATCHPOINTS,
        one_board([4, 0, -4]),
        one_board([-4, 0, 2], board=2, round=2),
        winners=Winners.TWO,
    )
    history = {row.entrant: row.rounds for row in compute_standings(facts).section(Section.NS)}
    assert [(r.round, r.score, r.total, r.rank) for r in history[1]] == [
        (1, 100, 100, 1), (2, 0, 50, 1)
    ]  # fmt: skip
    assert [r.rank for r in history[3]] == [3, 1]


def test_facts_until_a_round_exclude_later_results():
    facts = facts_of(
        Method.MATCHPOINTS, one_board([4, 0, -4]), one_board([-4, 0, 2], board=2, round=2)
    )
    assert compute_standings(facts.until(1)).row(1).total == 100


def test_contradictory_results_of_one_board_raise():
    results = (*one_board([4, 0]), BoardResult(board=1, round=1, table=1, ns=1, ew=101, net=6))
    with pytest.raises(FactsError, match="round 1, table 1, board 1: two different results"):
        compute_standings(facts_of(Method.MATCHPOINTS, results))


def test_adjusted_results_are_excluded_from_the_comparison():
    adjusted = BoardResult(
        board=1, round=1, table=3, ns=3, ew=103, kind=ResultKind.ADJUSTED,
        awards=(Award(Average.PLUS), Award(Average.MINUS)),
    )  # fmt: skip
    standings = compute_standings(facts_of(Method.MATCHPOINTS, (*one_board([4, 0]), adjusted)))
    by_table = {s.result.table: s for s in standings.boards}
    assert (by_table[1].ns, by_table[2].ns, by_table[1].n) == (2, 0, 2)
    assert (by_table[3].ns_percent, by_table[3].ew_percent) == (60, 40)


def test_not_played_board_is_average_and_late_board_absent():
    missing = BoardResult(board=1, round=1, table=3, ns=3, ew=103, kind=ResultKind.NOT_PLAYED)
    late = BoardResult(board=1, round=1, table=4, ns=4, ew=104, kind=ResultKind.LATE)
    standings = compute_standings(facts_of(Method.MATCHPOINTS, (*one_board([4, 0]), missing, late)))
    assert (standings.row(3).total, standings.row(103).total) == (50, 50)
    assert (standings.row(4).boards, standings.row(4).rank, standings.row(4).tied) == (0, 7, True)


def test_weighted_awards_are_compared_before_weighting():
    half = Fraction(1, 2)
    award = Award(nets=((10, half), (-10, half)))
    adjusted = BoardResult(
        board=1, round=1, table=4, ns=4, ew=104, kind=ResultKind.ADJUSTED, awards=(award, award)
    )
    standings = compute_standings(
        facts_of(
            Method.MATCHPOINTS, (*one_board([4, 0, -4]), adjusted), one_board([1] * 4, board=2)
        )
    )
    score = next(s for s in standings.boards if s.result.table == 4)
    assert (score.ns_percent, score.ew_percent) == (50, 50)


def test_penalty_applies_per_board_or_to_the_total():
    boards = one_board([4, -4], board=1), one_board([4, -4], board=2)
    on_board = Adjustment(1, Fraction(-10), per=AdjustmentLevel.BOARD, round=1, reason="late")
    on_total = Adjustment(1, Fraction(-10), reason="late")
    assert (
        compute_standings(facts_of(Method.MATCHPOINTS, *boards, adjustments=(on_board,)))
        .row(1)
        .total
        == 95
    )
    assert (
        compute_standings(facts_of(Method.MATCHPOINTS, *boards, adjustments=(on_total,)))
        .row(1)
        .total
        == 90
    )


def test_individuals_receive_the_score_of_their_lineup():
    facts = facts_of(
        Method.MATCHPOINTS,
        (
            BoardResult(board=1, round=1, table=1, ns=501, ew=502, net=8),
            BoardResult(board=1, round=1, table=2, ns=503, ew=504, net=2),
        ),
        lineups=(
            Lineup(501, (1, 2)), Lineup(502, (3, 4)), Lineup(503, (5, 6)), Lineup(504, (7, 8)),
        ),
    )  # fmt: skip
    standings = compute_standings(facts)
    assert [row.entrant for row in standings.rows] == [1, 2, 7, 8, 3, 4, 5, 6]
    assert {row.place for row in standings.rows} == {"1=", "5="}


@pytest.mark.parametrize(
    ("value", "places_", "shown"),
    [
        (Fraction(275, 3), 2, "91.67"), (Fraction(1, 8), 2, "0.13"), (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(1, 2), 0, "1"), (Fraction(-1, 2), 0, "-1"), (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(50), 2, "50.00"), (Fraction(2, 3), 4, "0.6667"),
    ],
)  # fmt: skip
def test_round_half_away_rounds_half_away_from_zero(value, places_, shown):
    assert str(round_half_away(value, places_)) == shown
    assert round_half_away(value, places_) == Decimal(shown)


def test_nearest_whole_rounds_half_away_from_zero():
    assert [nearest_whole(Fraction(n, 2)) for n in (-3, -1, 1, 3, 4)] == [-2, -1, 1, 2, 2]
