from fractions import Fraction

import pytest

from tournaments.scoring import (
    Bye,
    Facts,
    FactsError,
    Game,
    GameSide,
    Method,
    Options,
    Tariff,
    TieBreak,
    compute_standings,
    tariff_penalty,
)

# Four pairs, three games of 12 deals, 162 points a deal.
GAMES = (
    Game(1, 1, (GameSide(1, 1000), GameSide(2, 944)), deals=12),
    Game(1, 2, (GameSide(3, 1500), GameSide(4, 444)), deals=12),
    Game(2, 1, (GameSide(1, 980), GameSide(3, 964)), deals=12),
    Game(2, 2, (GameSide(2, 972), GameSide(4, 972)), deals=12),
    Game(3, 1, (GameSide(1, 700), GameSide(4, 1244)), deals=12),
    Game(3, 2, (GameSide(2, 1000), GameSide(3, 944)), deals=12),
)


def order(facts):
    return [(row.entrant, row.total, row.place) for row in compute_standings(facts).rows]


def test_points_then_wins_orders_by_points_first():
    assert order(Facts(Method.POINTS_THEN_WINS, games=GAMES)) == [
        (3, 3408, "1"), (2, 2916, "2"), (1, 2680, "3"), (4, 2660, "4")
    ]  # fmt: skip


def test_wins_then_points_orders_by_wins_first():
    half = Fraction(1, 2)
    assert order(Facts(Method.WINS_THEN_POINTS, games=GAMES)) == [
        (1, 2, "1"), (2, 1 + half, "2"), (4, 1 + half, "3"), (3, 1, "4")
    ]  # fmt: skip


def test_equal_points_are_separated_by_wins():
    games = (
        Game(1, 1, (GameSide(1, 100), GameSide(2, 62))),
        Game(1, 2, (GameSide(3, 90), GameSide(4, 72))),
        Game(2, 1, (GameSide(1, 80), GameSide(3, 82))),
        Game(2, 2, (GameSide(2, 82), GameSide(4, 72))),
        Game(3, 1, (GameSide(2, 36), GameSide(3, 8))),
    )
    rows = compute_standings(Facts(Method.POINTS_THEN_WINS, games=games)).rows
    assert [(row.entrant, row.total) for row in rows] == [(2, 180), (3, 180), (1, 180), (4, 144)]
    assert [row.place for row in rows] == ["1=", "1=", "3", "4"]
    assert rows[0].ties[0].tie_break is TieBreak.WINS


@pytest.mark.parametrize(
    ("tariff", "points"),
    [((3, 1, 0), (6, 4, 3, 4)), ((2, 1, 0), (4, 3, 2, 3)), ((2, 1, 1), (5, 4, 4, 4))],
)
def test_game_points_follow_the_tariff(tariff, points):
    facts = Facts(Method.GAME_POINTS, games=GAMES, match=Tariff(*map(Fraction, tariff)))
    assert tuple(compute_standings(facts).row(e).total for e in (1, 2, 3, 4)) == points


def test_best_of_three_games_decides_before_points():
    games = (Game(1, 1, (GameSide(1, 2003, games=1), GameSide(2, 1990, games=2))),)
    facts = Facts(Method.WINS_THEN_POINTS, games=games)
    assert order(facts) == [(2, 1, "1"), (1, 0, "2")]
    by_games = Tariff(by_games=((2, 1, Fraction(2)), (1, 2, Fraction(1))))
    assert order(Facts(Method.GAME_POINTS, games=games, match=by_games)) == [
        (2, 2, "1"), (1, 1, "2")
    ]  # fmt: skip


def test_three_player_games_count_shared_wins():
    games = (
        Game(1, 1, (GameSide(1, 90), GameSide(2, 40), GameSide(3, 32))),
        Game(2, 1, (GameSide(1, 60), GameSide(2, 60), GameSide(3, 42))),
    )
    assert order(Facts(Method.WINS_THEN_POINTS, games=games)) == [
        (1, Fraction(3, 2), "1"), (2, Fraction(1, 2), "2"), (3, 0, "3")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "worth"),
    [
        (Method.GAME_POINTS, 2),
        (Method.WINS_THEN_POINTS, 1),
        (Method.POINTS_THEN_WINS, 972),
    ],
)
def test_bye_is_a_win_or_the_mean_of_its_round(method, worth):
    facts = Facts(method, games=GAMES[:2], byes=(Bye(5, 1),))
    assert compute_standings(facts).row(5).total == worth


def test_bye_score_can_be_set_in_options_or_per_bye():
    facts = Facts(
        Method.POINTS_THEN_WINS,
        games=GAMES[:2],
        byes=(Bye(5, 1), Bye(6, 1, Fraction(0))),
        options=Options(bye_score=Fraction(1000)),
    )
    assert (compute_standings(facts).row(5).total, compute_standings(facts).row(6).total) == (
        1000,
        0,
    )


def test_tariff_penalty_gives_162_points_to_the_other_side():
    warning, gift = tariff_penalty(1, 2, round=1, reason="revoke", author="judge")
    assert (warning.entrant, warning.amount == 0, gift.entrant) == (1, True, 2)
    facts = Facts(Method.POINTS_THEN_WINS, games=GAMES, adjustments=(warning, gift))
    rows = {row.entrant: row for row in compute_standings(facts).rows}
    assert (rows[1].total, rows[2].total, rows[2].adjusted) == (2680, 2916 + 162, 162)
    assert [r.total for r in rows[2].rounds] == [944 + 162, 1916 + 162, 2916 + 162]


def test_game_requires_different_sides():
    with pytest.raises(FactsError, match="round 1, table 1: a game needs two or more"):
        Game(1, 1, (GameSide(1, 10), GameSide(1, 6)))


def test_contradictory_games_raise():
    games = (GAMES[0], Game(1, 1, (GameSide(1, 900), GameSide(2, 1044)), deals=12))
    with pytest.raises(FactsError, match="round 1, table 1: two different games"):
        compute_standings(Facts(Method.GAME_POINTS, games=games))


def test_duplicate_games_count_once():
    facts = Facts(Method.POINTS_THEN_WINS, games=GAMES)
    assert compute_standings(
        Facts(Method.POINTS_THEN_WINS, games=(*GAMES[::-1], *GAMES))
    ) == compute_standings(facts)
