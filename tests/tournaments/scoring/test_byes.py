from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.scoring import (
    VP_SCALES,
    BoardResult,
    Bye,
    Facts,
    Game,
    GameSide,
    IncrementalStandings,
    Method,
    Options,
    ResultKey,
    ResultKind,
    Tariff,
    TieBreak,
    Weight,
    compute_standings,
)
from tournaments.scoring.json_format import standings_to_json

T = TieBreak
VP = VP_SCALES["wbf-imps-15"]


def game(round, a, x, b, y, table=1):
    return Game(round, table, (GameSide(a, x), GameSide(b, y)))


def match(round, home, away, net, table=1):
    return (
        BoardResult(round, round, table, home, away, net),
        BoardResult(round, round, table + 1, away, home, 0),
    )


def totals(facts):
    return {row.entrant: row.total for row in compute_standings(facts).rows}


def tie_break_values(facts, tie_break):
    rows = compute_standings(replace(facts, tie_breaks=(tie_break,))).rows
    return {row.entrant: row.ties[0].value for row in rows if row.ties}


WON_AND_RESTED = Facts(
    Method.GAME_POINTS,
    games=(game(1, 1, 900, 2, 800), game(2, 3, 900, 2, 800)),
    byes=(Bye(3, 1), Bye(1, 2)),
)
"""1 and 3: one win with the same points and one bye, in another order."""


@pytest.mark.parametrize(
    ("tie_break", "first", "third"),
    [
        (T.LAST_GAME, 900, 900),
        (T.FIRST_GAME, 900, 900),
        (T.POINTS_FOR, 900, 900),
        (T.BASIC_SCORE, 900, 900),
        (T.POINTS_AGAINST, -800, -800),
        (T.DIFFERENCE, 100, 100),
        (T.WINS, 1, 1),
        (T.CUMULATIVE, 2 + 4, 2 + 4),
        (T.BUCHHOLZ, 0 + 4, 0 + 4),
        (T.BUCHHOLZ_CUT_1, 4, 4),
        (T.OPPONENTS_AVERAGE, 2, 2),
        (T.SONNEBORN_BERGER, 8, 8),
    ],
)
def test_tie_breaks_do_not_depend_on_the_round_of_the_bye(tie_break, first, third):
    assert tie_break_values(WON_AND_RESTED, tie_break) == {1: first, 3: third}


ONE_ROUND = {
    "games": Facts(Method.GAME_POINTS, games=(game(1, 1, 9, 2, 8), game(1, 3, 9, 4, 8, 2))),
    "wins": Facts(Method.WINS_THEN_POINTS, games=(game(1, 1, 9, 2, 8), game(1, 3, 9, 4, 8, 2))),
    "points": Facts(Method.POINTS_THEN_WINS, games=(game(1, 1, 9, 2, 8), game(1, 3, 9, 4, 8, 2))),
    "teams": Facts(Method.IMPS, (*match(1, 1, 2, 10), *match(1, 3, 4, 10, 3))),
    "victory points": Facts(Method.IMPS, (*match(1, 1, 2, 9), *match(1, 3, 4, 9, 3)), match=VP),
    "tariff": Facts(Method.IMPS, (*match(1, 1, 2, 9), *match(1, 3, 4, 9, 3)), match=Tariff()),
    "pairs": Facts(
        Method.TOTAL_POINTS, (BoardResult(1, 1, 1, 1, 2, 9), BoardResult(1, 1, 2, 3, 4, 9))
    ),
    "percent": Facts(
        Method.MATCHPOINTS, (BoardResult(1, 1, 1, 1, 2, 9), BoardResult(1, 1, 2, 3, 4, 9))
    ),
    "late results": Facts(
        Method.TOTAL_POINTS,
        (
            BoardResult(1, 1, 1, 1, 2, 9),
            BoardResult(1, 1, 2, 3, 4, 9),
            BoardResult(2, 2, 1, 3, 4, kind=ResultKind.LATE),
        ),
    ),
    "half a match": Facts(
        Method.IMPS,
        (*match(1, 1, 2, 10), *match(1, 3, 4, 10, 3), BoardResult(2, 2, 1, 3, 4, 10)),
    ),
}


@pytest.mark.parametrize("score", [None, Fraction(2)])
@pytest.mark.parametrize("name", ONE_ROUND)
def test_bye_of_an_unplayed_round_does_not_count(name, score):
    chain = (T.BUCHHOLZ, T.CUMULATIVE, T.SONNEBORN_BERGER, T.LAST_GAME)
    facts = replace(ONE_ROUND[name], tie_breaks=chain)
    planned = replace(facts, byes=(Bye(1, 2, score), Bye(2, 3, score)))
    assert compute_standings(planned) == compute_standings(facts)
    assert (
        standings_to_json(compute_standings(planned), 2)["matches"]
        == standings_to_json(compute_standings(facts), 2)["matches"]
    )


SECOND_ROUNDS = {
    "games": (game(2, 3, 9, 2, 8), game(2, 4, 9, 5, 8, 2)),
    "wins": (game(2, 3, 9, 2, 8),),
    "points": (game(2, 3, 9, 2, 8),),
    "teams": match(2, 3, 2, 5),
    "victory points": match(2, 3, 2, 5),
    "tariff": (*match(2, 3, 2, 5), *match(2, 4, 5, 2, 3)),
    "pairs": (BoardResult(2, 2, 1, 3, 2, 5),),
    "percent": (BoardResult(2, 2, 1, 3, 2, 5), BoardResult(3, 2, 1, 3, 2, 0)),
    "late results": (BoardResult(2, 2, 1, 3, 4, 9),),
    "half a match": (BoardResult(2, 2, 2, 4, 3, 9),),
}


@pytest.mark.parametrize("chain", [(), (T.BUCHHOLZ, T.LAST_GAME)])
@pytest.mark.parametrize("name", SECOND_ROUNDS)
def test_incremental_standings_apply_bye_only_if_round_exists(name, chain):
    first = replace(ONE_ROUND[name], tie_breaks=chain, byes=(Bye(1, 2), Bye(6, 1)))
    second = SECOND_ROUNDS[name]
    games = tuple(each for each in second if isinstance(each, Game))
    results = tuple(each for each in second if isinstance(each, BoardResult))
    before = {each.where: each for each in first.results}
    running = IncrementalStandings(first)
    for _twice in range(2):
        running.change(results, games)
        after = {**before, **{each.where: each for each in results}}
        whole = replace(first, results=tuple(after.values()), games=first.games + games)
        assert running.standings() == compute_standings(whole)
        back = [before[each.where] for each in results if each.where in before]
        gone = [each.where for each in second if each.where not in before]
        running.change(back, gone=gone)
        assert running.standings() == compute_standings(first)


def field(method, *rounds, byes=(), **options):
    """Rounds of tables (ns, ew, nets of their boards); each round has its own boards."""
    results = tuple(
        BoardResult(10 * number + at, number, table, ns, ew, net)
        for number, tables in enumerate(rounds, 1)
        for table, (ns, ew, nets) in enumerate(tables, 1)
        for at, net in enumerate(nets)
    )
    return Facts(method, results, byes=byes, options=Options(**options))


def two_rounds(method, boards, net=10, **options):
    """Four of five play each round, 5 rests first, then 4; all results equal."""
    nets = [net] * boards
    rounds = [(1, 2, nets), (3, 4, nets)], [(5, 1, nets), (2, 3, nets)]
    return field(method, *rounds, byes=(Bye(5, 1), Bye(4, 2)), **options)


@pytest.mark.parametrize(
    ("facts", "share"),
    [
        (two_rounds(Method.MATCHPOINTS, 3), 50),
        (two_rounds(Method.MATCHPOINTS, 1), 50),
        (two_rounds(Method.MATCHPOINTS, 8), 50),
        (two_rounds(Method.ASCHERMAN, 3), 50),
        (two_rounds(Method.MATCHPOINTS, 3, weight=Weight.TOP), 50),
        (two_rounds(Method.ASCHERMAN, 3, weight=Weight.TOP), 50),
        (two_rounds(Method.MATCHPOINTS, 3, weight=Weight.SESSION), 50),
        (two_rounds(Method.AVERAGE_DIFFERENCE, 3, net=0), 0),
        (two_rounds(Method.TOTAL_POINTS, 3, net=0, per_board=True), 0),
        (two_rounds(Method.BUTLER, 3, per_board=True), 0),
        (two_rounds(Method.CROSS_IMPS, 3, per_board=True), 0),
    ],
)
def test_bye_equals_the_mean_when_totals_are_means(facts, share):
    assert set(totals(facts).values()) == {share}


@pytest.mark.parametrize(
    ("method", "score", "boards", "total"),
    [
        (Method.MATCHPOINTS, 60, 3, 55),
        (Method.MATCHPOINTS, 60, 1, 55),
        (Method.ASCHERMAN, 40, 4, 45),
        (Method.MATCHPOINTS, 0, 2, 25),
        (Method.AVERAGE_DIFFERENCE, 5, 2, Fraction(-5, 2)),
    ],
)
def test_bye_score_applies_to_each_board(method, score, boards, total):
    facts = two_rounds(method, boards, bye_score=Fraction(score))
    row = compute_standings(facts).row(4)
    # 4 sat East–West of equal results in the round that it played.
    assert (row.total, row.boards) == (total, boards)


def test_bye_has_the_weight_of_the_boards_of_its_round():
    facts = field(
        Method.MATCHPOINTS,
        [(1, 2, [10, 10, 10]), (3, 4, [0, 0, 0])],
        [(1, 3, [10]), (2, 4, [10])],
        byes=(Bye(5, 1), Bye(5, 2, Fraction(90))),
    )
    assert totals(facts)[5] == Fraction(3 * 50 + 1 * 90, 4)


@pytest.mark.parametrize(
    ("method", "options", "chain", "total", "decided"),
    [
        (Method.WINS_THEN_POINTS, {}, (), 2, 900),
        (Method.WINS_THEN_POINTS, {"bye_points": Fraction(850)}, (), 2, 1750),
        (Method.WINS_THEN_POINTS, {"bye_points": Fraction(1000)}, (), 2, 1900),
        (Method.WINS_THEN_POINTS, {"bye_points": Fraction(1, 2)}, (), 2, Fraction(1801, 2)),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.POINTS_FOR,), 4, 1750),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.BASIC_SCORE,), 4, 1750),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.DIFFERENCE,), 4, 950),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.POINTS_AGAINST,), 4, -800),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.LAST_GAME,), 4, 900),
        (Method.GAME_POINTS, {"bye_points": Fraction(850)}, (T.WINS,), 4, 1),
    ],
)
def test_bye_points_count_in_tie_breaks(method, options, chain, total, decided):
    facts = replace(WON_AND_RESTED, method=method, options=Options(**options), tie_breaks=chain)
    row = compute_standings(facts).row(1)
    assert (row.total, row.ties[0].value) == (total, decided)


def test_incremental_bye_follows_removed_results():
    facts = Facts(
        Method.POINTS_THEN_WINS,
        games=(game(1, 1, 900, 2, 800), game(1, 3, 500, 4, 400, table=2)),
        byes=(Bye(5, 1),),
    )
    running = IncrementalStandings(facts)
    assert running.standings().row(5).total == 650
    running.change(gone=[ResultKey(1, 1, 2)])
    assert running.standings().row(5).total == 850
