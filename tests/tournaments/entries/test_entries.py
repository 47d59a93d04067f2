import pytest

from tests.builders import enter_teams, make_drawn, make_tournament
from tournaments.clubs.services import search_key
from tournaments.entries.services.entries import (
    add_team,
    add_teams,
    remove_team,
    rename_team,
    set_present,
)
from tournaments.errors import RuleViolationError
from tournaments.models import OpenGame, Player, Team

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


@pytest.fixture
def tournament():
    return make_tournament()


def refusal(**values):
    with pytest.raises(RuleViolationError) as caught:
        add_team(**values)
    return caught.value


def test_a_team_is_named_after_its_players(tournament):
    team = add_team(tournament=tournament, players=["  Анна   Михайлова", "Надежда Савова "])
    assert team.name == "Анна Михайлова – Надежда Савова"
    assert [str(each) for each in team.team_players.all()] == ["Анна Михайлова", "Надежда Савова"]


def test_club_reuses_known_players(tournament):
    add_team(tournament=tournament, players=["Анна", "Надя"])
    other = make_tournament(club=tournament.club, name="Next week")
    add_team(tournament=other, players=["Анна", "Петър"])
    assert Player.objects.filter(club=tournament.club).count() == 3


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (["Анна"], "two_players"),
        (["Анна", "  "], "two_players"),
        (["Анна", "Надя", "Петър"], "two_players"),
        (["Анна", "анна"], "same_player"),
        (["Анна", "Н" * 91], "long_name"),
    ],
)
def test_team_requires_two_different_names(tournament, players, code):
    assert refusal(tournament=tournament, players=players).code == code
    assert Team.objects.count() == 0


def test_player_in_second_team_is_rejected_without_changes(tournament):
    add_team(tournament=tournament, players=["Анна", "Надя"])
    error = refusal(tournament=tournament, players=["Анна", "Петър"])
    assert (error.code, error.details) == ("player_twice", {"player": "Анна"})
    assert Team.objects.count() == 1
    assert not Player.objects.filter(name="Петър").exists()


def test_add_teams_stores_all_or_none(tournament):
    with pytest.raises(RuleViolationError):
        add_teams(tournament=tournament, teams=[["A", "B"], ["C", "D"], ["E", "A"]])
    assert Team.objects.count() == 0


def test_emoji_and_right_to_left_names_are_kept_as_they_are(tournament):
    team = add_team(tournament=tournament, players=["🂡 Ace", "שרה לוי"])
    team.refresh_from_db()
    assert team.name == "🂡 Ace – שרה לוי"


def test_teams_cannot_be_added_or_removed_after_draw():
    tournament = make_drawn(8)
    assert refusal(tournament=tournament, players=["A", "B"]).code == "entry_closed"
    with pytest.raises(RuleViolationError, match="drawn already"):
        remove_team(team=tournament.teams.first())
    with pytest.raises(RuleViolationError, match="drawn already"):
        set_present(team=tournament.teams.first(), is_present=False)


def test_team_can_be_renamed_after_draw():
    tournament = make_drawn(8)
    team = tournament.teams.first()
    rename_team(team=team, players=["Мария", "Елена"])
    team.refresh_from_db()
    assert team.name == "Мария – Елена"
    assert tournament.log.filter(action="team_renamed").count() == 1


def test_renaming_to_taken_name_is_rejected(tournament):
    enter_teams(tournament, 2)
    first, second = tournament.teams.all()
    with pytest.raises(RuleViolationError) as caught:
        rename_team(team=first, players=second.name.split(" – "))
    assert caught.value.code == "team_twice"
    first.refresh_from_db()
    assert first.team_players.count() == 2


@pytest.mark.parametrize(
    ("written", "key"),
    [("Иванов", "ivanov"), ("ŠARIĆ  Žarko", "saric zarko"), ("Щерева Юлия", "stereva iulia")],
)
def test_a_search_key_has_no_case_accents_or_cyrillic(written, key):
    assert search_key(written) == key


@pytest.mark.parametrize(
    ("unit", "players", "name"),
    [
        (
            "team",
            ["Анна Колева", "Боян Петров", "Вяра Дим", "Гео Рус"],
            "Колева – Петров – Дим – Рус",
        ),
        ("player", ["Анна Колева"], "Анна Колева"),
    ],
)
def test_teams_of_four_and_single_players_are_entered(unit, players, name):
    tournament = make_tournament(unit=unit)
    team = add_team(tournament=tournament, players=players)
    assert team.name == name
    assert [str(each) for each in team.team_players.all()] == players


@pytest.mark.parametrize(
    ("unit", "players", "code"),
    [
        ("team", ["Анна", "Боян", "Вяра"], "four_players"),
        ("team", ["А1", "Б1", "В1", "Г1", "Д1", "Е1", "Ж1"], "four_players"),
        ("team", ["Анна", "Боян", "Вяра", "анна"], "same_player"),
        ("player", ["Анна", "Боян"], "one_player"),
        ("player", [], "one_player"),
    ],
)
def test_each_unit_requires_its_number_of_names(unit, players, code):
    assert refusal(tournament=make_tournament(unit=unit), players=players).code == code
    assert Team.objects.count() == 0


def test_unit_cannot_change_once_a_team_is_entered(tournament):
    from tournaments.setup.services.tournaments import change_settings

    add_team(tournament=tournament, players=["Анна", "Надя"])
    with pytest.raises(RuleViolationError) as caught:
        change_settings(tournament=tournament, unit="team")
    assert (caught.value.code, caught.value.field) == ("entrants_exist", "unit")


def test_variant_and_play_style_set_unit_and_scoring():
    two = make_tournament(variant="bela2")
    opened = make_tournament(club=two.club, cards="open", game={"to": 501, "best_of": 3})
    team = make_tournament(club=two.club, unit="team")
    assert (two.unit, two.scoring) == ("player", "matchpoints")
    assert (opened.scoring, opened.game) == ("wins_then_points", OpenGame(to=501, best_of=3))
    assert team.scoring == "imps"


@pytest.mark.parametrize(
    "game",
    [{"deals": 12, "to": 501}, {"to": 5}, {"to": 501, "best_of": 2}, {"to": "501"}, {"colour": 3}],
)
def test_invalid_game_is_rejected(game):
    with pytest.raises(RuleViolationError) as caught:
        make_tournament(cards="open", game=game)
    assert caught.value.code == "bad_game"
