"""Standings of every method: units, columns only where needed, categories, matches, files."""

from fractions import Fraction

import pytest

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.tournaments.contests import make_contest, score, sit, team
from tests.tournaments.manage import address, client_of
from tournaments.models import Tournament
from tournaments.ranking.selectors import standings_of
from tournaments.ranking.words import tie_words
from tournaments.rulings.services.rulings import adjust
from tournaments.templatetags.contest import board_figure, figure, unit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("values", "value", "written", "name"),
    [
        ({"scoring": "matchpoints"}, Fraction(200, 3), "66.67", "%"),
        ({"scoring": "average_difference"}, Fraction(5, 2), "+2.50", "points"),
        ({"scoring": "total_points"}, Fraction(-12), "−12", "points"),
        ({"scoring": "cross_imps"}, Fraction(7), "+7.00", "IMP"),
        ({"scoring": "butler"}, Fraction(7), "+7", "IMP"),
        ({"scoring": "imps", "match_scale": {"vp": "wbf-imps-15"}}, Fraction(12), "12.00", "VP"),
        ({"scoring": "board_a_match"}, Fraction(7), "7", "points"),
        ({"scoring": "wins_then_points"}, Fraction(7, 2), "3.5", "wins"),
        ({"scoring": "points_then_wins"}, Fraction(4046), "4046", "points"),
        ({"scoring": "game_points", "match_scale": {"tariff": {"win": 3}}}, Fraction(9), "9",
         "points"),
    ],
)  # fmt: skip
def test_figures_are_written_in_the_units_of_the_contest(values, value, written, name):
    tournament = Tournament(**values)
    assert figure(value, tournament) == written
    assert unit(tournament) == name


def test_a_board_keeps_its_own_unit_under_victory_points():
    tournament = Tournament(scoring="matchpoints", match_scale={"vp": "wbf-points-60"})
    assert board_figure(Fraction(200, 3), tournament, 1) == "66.7"
    assert figure(Fraction(21, 2), tournament) == "10.50"


def test_a_tie_is_told_in_words():
    assert tie_words(("tops", Fraction(3))) == "=, then tops 3"
    assert tie_words(("lot", Fraction(-1))) == "=, then lot"
    assert tie_words(None) == ""


def test_columns_for_rulings_are_there_only_when_there_are_any(client):
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    assert ">Rulings<" not in client.get(f"/t/{tournament.code}/").content.decode()
    adjust(team=team(tournament, 3), amount=Fraction(-5), reason="late")
    rebuild(tournament)
    page = client.get(f"/t/{tournament.code}/").content.decode()
    assert ">Rulings<" in page
    assert "Taken along" not in page


def test_a_category_is_ranked_among_itself(client):
    tournament = make_drawn(8)
    tournament.teams.filter(number__in=[2, 5, 7]).update(category="Juniors")
    fill_rounds(tournament, 2)
    tournament = rebuild(tournament)
    whole = standings_of(tournament)
    juniors = whole.of("Juniors")
    assert whole.categories == ("Juniors",)
    assert juniors.lines[0].rank == 1
    order = [line.team.number for line in whole.lines if line.team.number in (2, 5, 7)]
    assert [line.team.number for line in juniors.lines] == order
    page = client.get(f"/t/{tournament.code}/?category=Juniors").content.decode()
    assert page.count('data-row="all-') == 3
    assert (
        client.get(f"/t/{tournament.code}/?category=Nobody")
        .content.decode()
        .count('data-row="all-')
        == 8
    )


def test_matches_of_teams_are_listed_with_what_they_brought(client):
    tournament = make_contest(2, 1, unit="team", scoring="imps", match_scale={"vp": "wbf-imps-15"})
    plays = sit(tournament, 1, 1, [1], [2], [1, 2], match=1)
    plays += sit(tournament, 1, 2, [2], [1], [1, 2], halves=(2, 2), match=1)
    for play, net in zip(plays, [20, 0, 0, 0], strict=True):
        score(play, net)
    rebuild(tournament)
    page = client.get(f"/t/{tournament.code}/matches/").content.decode()
    assert "Team 1" in page
    assert ">6<" in page.replace("\n", "").replace(" ", "")
    standings = client.get(f"/t/{tournament.code}/").content.decode()
    assert "All matches" in standings
    assert "2 boards each" in standings
    assert "boards a pair" not in standings


def test_the_file_tells_what_a_total_is_made_of(client):
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    adjust(team=team(tournament, 3), amount=Fraction(-5), reason="late")
    rebuild(tournament)
    lines = client.get(f"/t/{tournament.code}/standings.csv").content.decode().splitlines()
    assert "Rulings,Between equals" in lines[0]
    assert sum("-5.00" in line for line in lines) == 1


def test_the_print_and_the_api_write_the_same_units():
    tournament = make_drawn(4, scoring="butler")
    fill_rounds(tournament, 1)
    rebuild(tournament)
    client = client_of(tournament)
    assert "IMP" in client.get(address("print_sheets", tournament, "standings")).content.decode()
    data = client.get(f"/api/v1/tournaments/{tournament.code}/standings/").json()
    line = data["lists"][0]["lines"][0]
    assert line["total"] == line["score"]
    assert line["adjusted"] == {"exact": "0", "value": 0.0}
