import pytest

from tests.builders import plays_of, rebuild
from tests.tournaments.formats import make_field, pairs_in, resting_in
from tests.tournaments.village import VILLAGE, games, next_round
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.draws.selectors.movements import movement_of
from tournaments.movements import check_movement
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db

BEST_OF_3 = {"cards": "open", "game": {"to": 501, "best_of": 3}}


def test_danish_open_play_pairs_neighbours_by_points():
    params = {"entrants": 8, "rounds": 4, "first": "seeding"}
    tournament = make_field(8, "danish", params, scoring="points_then_wins", **VILLAGE)
    games(tournament, 1)
    second = next_round(tournament)
    assert second.drawn["order"] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [sorted(pair) for pair in pairs_in(second)] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    games(tournament, 2)
    third = next_round(tournament)
    assert third.drawn["order"][:2] == [1, 3]
    assert check_movement(movement_of(tournament)).is_valid


def test_swiss_by_wins_has_no_rematch_and_no_second_bye():
    params = {"entrants": 7, "rounds": 4}
    tournament = make_field(7, "swiss", params, scoring="wins_then_points", **VILLAGE)
    games(tournament, 1)
    for number in (2, 3, 4):
        next_round(tournament)
        games(tournament, number)
    checked = check_movement(movement_of(tournament))
    assert (checked.is_valid, checked.repeats) == (True, ())
    rested = [number for row in tournament.rounds.all() for number in resting_in(row)]
    assert len(set(rested)) == 4


def test_knockout_is_decided_by_games_won():
    tournament = make_field(
        4, "single_elimination", {"entrants": 4}, scoring="game_points", **BEST_OF_3
    )
    for play in plays_of(tournament):
        slip = {"game": {"NS": 900, "EW": 1200}, "won": {"NS": 2, "EW": 1}}
        correct_result(play_id=play.pk, slip=slip, reason="test", actor=None)
    assert pairs_in(next_round(tournament)) == [(1, 2)]
    games(tournament, 2, won=True)
    (state,) = brackets_of(tournament)
    assert state.champion == 1


def test_bracket_api_and_match_list_show_games_won(client):
    params = {"entrants": 4, "third_place": True}
    tournament = make_field(4, "single_elimination", params, scoring="game_points", **BEST_OF_3)
    games(tournament, 1, won=True)
    rebuild(tournament)
    brackets = client.get(f"/api/v1/tournaments/{tournament.code}/brackets/").json()
    first = brackets[0]["columns"][0]["matches"]
    assert [[side["score"] for side in match["sides"]] for match in first] == [["2", "1"]] * 2
    page = client.get(f"/en/t/{tournament.code}/matches/").content.decode()
    assert '2 <span class="quiet">(999)</span>' in " ".join(page.split())


def test_lives_format_works_with_best_of_three_matches():
    tournament = make_field(
        6, "lives", {"lives": 2, "buy_backs": 0}, scoring="game_points", **BEST_OF_3
    )
    number = 1
    while sum(bool(line.left) for line in lives_of(tournament)) > 1:
        games(tournament, number, won=True)
        if sum(bool(line.left) for line in lives_of(tournament)) > 1:
            number = next_round(tournament).number
    assert [line.number for line in lives_of(tournament) if line.left] == [1]
    assert all(line.lost == 2 for line in lives_of(tournament) if line.number != 1)


def test_swiss_works_at_tables_of_two():
    tournament = make_field(
        6, "swiss", {"entrants": 6, "rounds": 3}, variant="bela2", cards="open",
        game={"to": 501}, scoring="game_points",
    )  # fmt: skip
    assert tournament.unit == "player"
    games(tournament, 1)
    second = next_round(tournament)
    assert len(pairs_in(second)) == 3
    stored = movement_of(tournament)
    assert (stored.unit, check_movement(stored).is_valid) == ("player", True)
