import pytest

from tests.builders import make_tournament
from tests.tournaments.manage import address, client_of
from tournaments.entries.lists import read_file, read_text, validate_rows
from tournaments.entries.selectors.team_lines import entered_teams
from tournaments.entries.services.entries import add_team, rename_team
from tournaments.entries.services.presence import set_presence
from tournaments.models import Player, Team

FOUR = (4, 6)


def understood(text, size=FOUR):
    return [(row.title, row.names, row.problem) for row in validate_rows(read_text(text), (), size)]


def test_team_name_is_read_before_a_colon():
    assert understood("1. Дамите: Ана Колева, Петя Ненова, Мария Ко, Ива Ди") == [
        ("Дамите", ("Ана Колева", "Петя Ненова", "Мария Ко", "Ива Ди"), None)
    ]


def test_team_name_column_is_read():
    table = "Team;Player 1;Player 2;Player 3;Player 4\nAces;Ana;Boris;Vera;Georgi\n"
    rows = validate_rows(read_file("teams.csv", table.encode(), 6), (), FOUR)
    assert [(row.title, row.names) for row in rows] == [
        ("Aces", ("Ana", "Boris", "Vera", "Georgi"))
    ]


def test_repeated_team_name_is_flagged():
    rows = understood("Aces: A B, C D, E F, G H\nAces: I J, K L, M N, O P")
    assert [problem for _title, _names, problem in rows] == [None, "twice_in_list"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ана Колева 0888 123 456 – Явор Петров", ("Ана Колева", "Явор Петров")),
        ("Ана Колева / Явор Петров, тел. +359 88 812 34 56", ("Ана Колева", "Явор Петров")),
        ("Ана Колева, Явор Петров, 0888-12-34-56", ("Ана Колева", "Явор Петров")),
        ("Ana Koleva; Yavor Petrov; ana@example.com", ("Ana Koleva", "Yavor Petrov")),
        ("12. Ана Колева 2 – Явор Петров 3", ("Ана Колева 2", "Явор Петров 3")),
    ],
)
def test_phone_number_is_not_part_of_a_name(line, names):
    (row,) = validate_rows(read_text(line))
    assert row.names == names


@pytest.mark.django_db
def test_phone_number_in_name_field_is_removed():
    tournament = make_tournament()
    add_team(tournament=tournament, players=["Ana Koleva 0888123456", "Yavor Petrov"])
    assert Team.objects.get().name == "Ana Koleva – Yavor Petrov"
    assert not Player.objects.filter(name__contains="0888").exists()


@pytest.mark.django_db
def test_teams_with_equal_last_names_get_distinct_names():
    tournament = make_tournament(unit="team")
    first = ["Ana Koleva", "Boris Petrov", "Vera Ko", "Ivan Di"]
    second = ["Tea Koleva", "Georgi Petrov", "Maria Ko", "Asen Di"]
    third = ["Tanya Koleva", "Galin Petrov", "Mila Ko", "Angel Di"]
    named = [add_team(tournament=tournament, players=each).name for each in (first, second, third)]
    assert named == [
        "Koleva – Petrov – Ko – Di",
        "T. Koleva – G. Petrov – M. Ko – A. Di",
        "Tanya Koleva – Galin Petrov – Mila Ko – Angel Di",
    ]
    team = Team.objects.get(name=named[1])
    assert rename_team(team=team, players=second).name == named[1]


@pytest.mark.django_db
def test_named_team_keeps_its_players():
    tournament = make_tournament(unit="team")
    client = client_of(tournament)
    players = dict(
        zip(("first", "second", "third", "fourth"), "Ana Boris Vera Ivan".split(), strict=True)
    )
    client.post(address("teams", tournament), {**players, "name": "The Aces"})
    (line,) = entered_teams(tournament)
    assert (line.name, line.people) == ("The Aces", ("The Aces",))
    assert line.under_name == ("Ana", "Boris", "Vera", "Ivan")
    listed = client.get(f"/api/v1/tournaments/{tournament.code}/teams/").json()
    assert listed[0]["players"] == ["Ana", "Boris", "Vera", "Ivan"]


@pytest.mark.django_db
def test_pasted_team_list_reports_removed_phone_numbers():
    tournament = make_tournament(unit="team")
    client = client_of(tournament)
    text = "Aces: Ana Ko 0888123456, Boris Pe, Vera Di, Ivan Mi"
    page = client.post(address("teams_list", tournament), {"text": text, "show": "1"})
    assert "A telephone number or address was left out" in page.content.decode()
    seen = page.context["form"]["seen"].value()
    client.post(address("teams_list", tournament), {"text": text, "seen": seen, "enter": "1"})
    assert Team.objects.get().name == "Aces"
    assert Player.objects.filter(name="Ana Ko").exists()


@pytest.mark.django_db
def test_arrival_time_is_kept_until_marked_absent():
    tournament = make_tournament()
    team = add_team(tournament=tournament, players=["Ana", "Boris"])
    came = set_presence(team=team, is_present=True).here_since
    assert came is not None
    assert set_presence(team=team, is_present=True).here_since == came
    assert set_presence(team=team, is_present=False, absence="late").here_since is None
    assert set_presence(team=team, is_present=True).here_since > came
