from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import criteria_of, facts_of, one_board, team_match
from tournaments.scoring import (
    BoardResult,
    Bye,
    Facts,
    Game,
    GameSide,
    Lineup,
    Method,
    Tariff,
    TieBreak,
    Winners,
    compute_standings,
    default_tie_breaks,
)
from tournaments.scoring.explain import explain_row

T = TieBreak

# Eight entrants, three rounds, 1 for a win and ½ for a draw; the points are the games' own.
#   round 1   1–2 12:8    3–4 10:10   5–6 14:6    7–8 9:11
#   round 2   1–5 13:7    8–3 12:8    4–2 11:9    6–7 15:5
#   round 3   1–8 10:10   5–4 12:8    3–6 16:4    2–7 13:7
# Wins: 1 2½, 8 2½, 5 2, 3 1½, 4 1½, 2 1, 6 1, 7 0.
GAMES = (
    (1, 1, 2, 12, 8), (1, 3, 4, 10, 10), (1, 5, 6, 14, 6), (1, 7, 8, 9, 11),
    (2, 1, 5, 13, 7), (2, 8, 3, 12, 8), (2, 4, 2, 11, 9), (2, 6, 7, 15, 5),
    (3, 1, 8, 10, 10), (3, 5, 4, 12, 8), (3, 3, 6, 16, 4), (3, 2, 7, 13, 7),
)  # fmt: skip
WINS = {1: "5/2", 2: "1", 3: "3/2", 4: "3/2", 5: "2", 6: "1", 7: "0", 8: "5/2"}
# Opponents: 1: 2 5 8 | 2: 1 4 7 | 3: 4 8 6 | 4: 3 2 5 | 5: 1 6 4 | 6: 5 7 3 | 7: 8 6 2 | 8: 7 1 3
BY_HAND = {
    T.BUCHHOLZ: "11/2 4 5 9/2 5 7/2 9/2 4",
    T.BUCHHOLZ_CUT_1: "9/2 4 4 7/2 4 7/2 7/2 4",
    T.BUCHHOLZ_MEDIAN: "2 3/2 3/2 3/2 3/2 3/2 1 3/2",
    T.SONNEBORN_BERGER: "17/4 0 7/4 7/4 5/2 0 0 11/4",
    T.CUMULATIVE: "11/2 1 5/2 7/2 4 2 0 11/2",
    T.POINTS_FOR: "35 30 34 29 33 25 21 33",
    T.POINTS_AGAINST: "-25 -30 -26 -31 -27 -35 -39 -27",
    T.DIFFERENCE: "10 0 8 -2 6 -10 -18 6",
    T.FIRST_GAME: "12 8 10 10 14 6 9 11",
    T.LAST_GAME: "10 13 16 8 12 4 7 10",
}

ONE_HALF_NONE = Tariff(Fraction(1), Fraction(1, 2), Fraction(0))


def games(rows=GAMES):
    return tuple(
        Game(round=r, table=10 * r + i, sides=(GameSide(a, x), GameSide(b, y)))
        for i, (r, a, b, x, y) in enumerate(rows)
    )


def eight(*chain, **more):
    return Facts(Method.GAME_POINTS, games=games(), tie_breaks=chain, match=ONE_HALF_NONE, **more)


def criteria(facts):
    standings = compute_standings(facts)
    totals = {row.entrant: row.total for row in standings.rows}
    return criteria_of(facts, totals, standings)


def test_totals_of_the_sample_field_equal_its_wins():
    rows = compute_standings(eight()).rows
    assert {row.entrant: row.total for row in rows} == {e: Fraction(w) for e, w in WINS.items()}


@pytest.mark.parametrize("tie_break", BY_HAND)
def test_tie_break_values_equal_the_manual_calculation(tie_break):
    values = criteria(eight(T.WINS)).values(tie_break, list(range(1, 9)))
    assert values == {
        e: Fraction(text) for e, text in enumerate(BY_HAND[tie_break].split(), start=1)
    }


def test_opponents_average_is_buchholz_per_opponent():
    found = criteria(eight(T.WINS))
    everybody = list(range(1, 9))
    buchholz = found.values(T.BUCHHOLZ, everybody)
    average = found.values(T.OPPONENTS_AVERAGE, everybody)
    assert {e: v / 3 for e, v in buchholz.items()} == average


def places(facts):
    return [(row.entrant, row.place) for row in compute_standings(facts).rows]


def test_places_are_shared_without_tie_breaks():
    assert places(eight()) == [
        (1, "1="), (8, "1="), (5, "3"), (3, "4="), (4, "4="), (2, "6="), (6, "6="), (7, "8")
    ]  # fmt: skip


def test_tie_breaks_are_applied_in_order():
    # 1 and 8, 3 and 4 drew against each other; 2 and 6 never met: Buchholz separates all.
    assert places(eight(T.DIRECT, T.BUCHHOLZ)) == [
        (1, "1"), (8, "2"), (5, "3"), (3, "4"), (4, "5"), (2, "6"), (6, "7"), (7, "8")
    ]  # fmt: skip


def test_explain_row_names_the_deciding_tie_break():
    facts = eight(T.DIRECT, T.BUCHHOLZ)
    reason = explain_row(facts, compute_standings(facts), 8)
    assert [(t.tie_break, t.value, t.others) for t in reason.ties] == [
        (T.DIRECT, Fraction(1, 2), ((1, Fraction(1, 2)),)),
        (T.BUCHHOLZ, Fraction(4), ((1, Fraction(11, 2)),)),
    ]
    assert reason.decided_by.tie_break is T.BUCHHOLZ
    assert explain_row(facts, compute_standings(facts), 5).decided_by is None


def test_direct_encounter_requires_all_tied_entrants_to_have_met():
    rows = ((1, 1, 2, 10, 6), (2, 2, 3, 10, 6), (3, 3, 4, 10, 6), (4, 4, 1, 10, 6))
    facts = Facts(
        Method.WINS_THEN_POINTS, games=games(rows), tie_breaks=(T.DIRECT,)
    )  # a ring: 1 beat 2, 2 beat 3, 3 beat 4, 4 beat 1
    assert {row.place for row in compute_standings(facts).rows} == {"1="}


def threesomes(*rounds):
    """Tables of three single players: (player, points) three times."""
    return tuple(
        Game(number, table, tuple(GameSide(player, points) for player, points in sides))
        for number, tables in enumerate(rounds, 1)
        for table, sides in enumerate(tables, 1)
    )


def test_direct_encounter_ignores_opponents_outside_the_group():
    # 1, 2 and 3 have 12 points each. 1 has met 2, and 2 has met 3, but 1 never met 3.
    rounds = (
        (((1, 7), (2, 6), (9, 1)), ((3, 4), (7, 1), (8, 1))),
        (((2, 6), (3, 8), (6, 1)), ((1, 5), (7, 1), (8, 1))),
    )
    facts = Facts(
        Method.POINTS_THEN_WINS, games=threesomes(*rounds), tie_breaks=(T.DIRECT, T.LAST_GAME)
    )
    assert set(criteria(facts).values(T.DIRECT, [1, 2, 3]).values()) == {0}
    found = criteria(facts).values(T.DIRECT, [1, 2])
    assert found == {1: 7, 2: 6}


def test_direct_encounter_does_not_count_partners_as_met():
    """1 and 2 played together, each against 3 and 4, never against each other."""
    lineups = tuple(
        Lineup(number, players)
        for number, players in enumerate(((1, 2), (3, 4), (1, 5), (3, 6), (2, 6), (4, 5)), 11)
    )
    results = (
        BoardResult(1, 1, 1, 11, 12, 8),
        BoardResult(2, 2, 1, 13, 14, 4),
        BoardResult(3, 3, 1, 15, 16, 6),
    )
    facts = Facts(Method.TOTAL_POINTS, results, lineups=lineups, tie_breaks=(T.DIRECT,))
    assert criteria(facts).values(T.DIRECT, [1, 2]) == {1: 0, 2: 0}
    # 1 met 3 twice (8, 4), 4 once next to 3; 3 and 4 are partners, so not all three met.
    assert criteria(facts).values(T.DIRECT, [1, 3]) == {1: 6, 3: -6}
    assert criteria(facts).values(T.DIRECT, [1, 3, 4]) == {1: 0, 3: 0, 4: 0}


def test_direct_encounter_allows_opponents_outside_the_group():
    lineups = tuple(
        Lineup(number, players)
        for number, players in enumerate(((1, 9), (2, 3), (1, 3), (2, 8)), 11)
    )
    results = (BoardResult(1, 1, 1, 11, 12, 8), BoardResult(2, 2, 1, 13, 14, -2))
    facts = Facts(Method.TOTAL_POINTS, results, lineups=lineups, tie_breaks=(T.DIRECT,))
    assert criteria(facts).values(T.DIRECT, [1, 2]) == {1: 3, 2: -3}


def test_direct_encounter_orders_two_tied_entrants():
    rows = ((1, 1, 2, 6, 10), (2, 1, 3, 14, 10), (3, 2, 3, 10, 14))
    facts = Facts(Method.GAME_POINTS, games=games((*rows, (4, 3, 4, 9, 0))), tie_breaks=(T.DIRECT,))
    order = [row.entrant for row in compute_standings(facts).rows if row.entrant in (1, 2)]
    assert order == [2, 1]


def test_direct_basic_decides_when_direct_encounter_is_level():
    rows = ((1, 1, 2, 10, 6), (2, 2, 1, 12, 6))
    facts = Facts(Method.GAME_POINTS, games=games(rows), tie_breaks=(T.DIRECT, T.DIRECT_BASIC))
    assert places(facts) == [(2, "1"), (1, "2")]


def test_default_tie_breaks_depend_on_method_and_format():
    assert default_tie_breaks(Method.MATCHPOINTS) == (T.TOPS, T.DIRECT)
    assert default_tie_breaks(Method.IMPS) == (T.DIRECT, T.BUCHHOLZ, T.BASIC_SCORE, T.COUNT_BACK)
    assert default_tie_breaks(Method.IMPS, all_play_all=True) == (
        T.DIRECT, T.BASIC_SCORE, T.COUNT_BACK
    )  # fmt: skip
    assert default_tie_breaks(Method.GAME_POINTS) == (T.DIRECT, T.DIFFERENCE, T.FIRST_GAME)


def test_lot_tie_break_follows_drawn_order():
    rows = ((1, 1, 2, 8, 8), (1, 3, 4, 8, 8))
    facts = Facts(Method.GAME_POINTS, games=games(rows), tie_breaks=(T.LOT,), lots=(4, 1, 3, 2))
    assert places(facts) == [(4, "1"), (1, "2"), (3, "3"), (2, "4")]
    undrawn = Facts(Method.GAME_POINTS, games=games(rows), tie_breaks=(T.LOT,))
    assert {row.place for row in compute_standings(undrawn).rows} == {"1="}


def test_buchholz_counts_a_bye_as_own_average():
    # 3 had a bye worth 5 and one win worth 2: for others it is worth 2 + 2, its own average twice.
    rows = ((1, 1, 2, 10, 6), (2, 1, 3, 6, 10))
    facts = Facts(
        Method.GAME_POINTS, games=games(rows), byes=(Bye(3, 1, Fraction(5)),), tie_breaks=(T.WINS,)
    )
    values = criteria(facts).values(T.BUCHHOLZ, [1, 2, 3])
    assert compute_standings(facts).row(3).total == 7
    assert values == {1: 0 + 4, 2: 2, 3: 2 + 4}


def test_tops_tie_break_ranks_more_top_scores_first():
    facts = facts_of(
        Method.MATCHPOINTS,
        one_board([8, 4, 0, -4]),
        one_board([2, 4, 6, 6], board=2, round=2),
        winners=Winners.TWO,
        tie_breaks=(T.TOPS,),
    )
    # NS: 100 + 0, 66⅔ + 33⅓, 33⅓ + 83⅓, 0 + 83⅓: 1 and 2 are level on 50, and 1 has a top.
    rows = [row for row in compute_standings(facts).rows if row.entrant < 100]
    assert [(row.entrant, row.place) for row in rows] == [(3, "1"), (1, "2"), (2, "3"), (4, "4")]
    assert rows[1].ties[-1].value == 1


def test_shared_best_score_does_not_count_as_top():
    facts = facts_of(Method.MATCHPOINTS, one_board([4, 4, 0]), tie_breaks=(T.TOPS,))
    assert compute_standings(facts).row(1).place == "2="


def test_direct_encounter_of_pairs_compares_shared_boards():
    results = (
        BoardResult(1, 1, 1, 1, 2, 6), BoardResult(1, 1, 2, 3, 4, 0),
        BoardResult(2, 2, 1, 1, 4, 0), BoardResult(2, 2, 2, 2, 3, 6),
    )  # fmt: skip
    facts = Facts(Method.MATCHPOINTS, results, tie_breaks=(T.DIRECT,))
    # 1: 100 + 0, 2: 0 + 100 and 4: 100 + 100, 3: 0 + 0.
    assert places(facts) == [(4, "1"), (1, "2"), (2, "3"), (3, "4")]


def test_board_count_back_counts_boards_won():
    first = team_match(1, 2, ((10, 0), (0, 4), (0, 4)))
    second = team_match(3, 4, ((4, 0), (4, 0), (0, 8)), table=3)
    facts = Facts(Method.SWING_POINTS, (*first, *second), tie_breaks=(T.COUNT_BACK,))
    # Swings of 1: +10 −4 −4 = 2, of 3: 4 + 4 − 8 = 0 = of 4; 3 won two boards of three.
    assert places(facts) == [(1, "1"), (3, "2"), (4, "3"), (2, "4")]
