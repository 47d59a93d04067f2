"""Missed rounds show a dash and no score; places depend on the total alone."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.shared_rows import built_once
from tests.tournaments.random_forms import VP
from tournaments.changes.services.people import withdraw_team
from tournaments.models import Tournament
from tournaments.public.selectors.versions import version_lines, version_page
from tournaments.standings.selectors import StandingLine, standings_of
from tournaments.standings.services import change_scoring
from tournaments.state.missed_rounds import missed_rounds

pytestmark = pytest.mark.django_db


def left_after_two(teams: int = 6, **values: object) -> Tournament:
    tournament = make_drawn(teams, **values)
    fill_rounds(tournament, 2)
    withdraw_team(team=tournament.teams.get(number=1), from_round=3)
    fill_rounds(tournament, tournament.rounds.count())
    return rebuild(tournament)


@built_once
def evening() -> Tournament:
    return left_after_two()


def line(tournament: Tournament, number: int) -> StandingLine:
    (found,) = [each for each in standings_of(tournament).lines if each.team.number == number]
    return found


@pytest.mark.parametrize(
    "scoring",
    ["matchpoints", "total_points", pytest.param("cross_imps", marks=pytest.mark.slow)],
)
def test_withdrawn_team_has_no_points_for_missed_rounds(scoring):
    tournament = left_after_two(scoring=scoring)
    left = line(tournament, 1)
    assert left.boards == 4
    assert left.made[2:] == (None, None, None)
    assert None not in left.made[:2]
    assert left.last is None
    assert not any(each.team.number == 1 for each in standings_of(tournament).best)


def test_missed_rounds_include_byes_and_withdrawals_only(evening):
    tournament = evening
    missed = missed_rounds(tournament, 5)
    number_of = dict(tournament.teams.values_list("pk", "number"))
    assert {number_of[team]: sorted(rounds) for team, rounds in missed.items()} == {
        1: [3, 4, 5], 4: [3], 5: [4], 6: [5],
    }  # fmt: skip
    assert missed_rounds(tournament, 2) == {}
    for number in (2, 3):
        assert None not in line(tournament, number).made


def test_withdrawn_team_is_ranked_by_mean_of_boards_played(evening):
    tournament = evening
    left = line(tournament, 1)
    assert left.total == Fraction(25 + 75, 2)
    lines = standings_of(tournament).lines
    assert [each.total for each in lines] == sorted((each.total for each in lines), reverse=True)
    assert left.rank == 1 + sum(each.total > left.total for each in lines)
    assert (standings_of(tournament).fewest, standings_of(tournament).boards) == (4, 10)


def test_stored_version_has_the_same_missed_rounds(evening):
    tournament = evening
    newest = version_lines(tournament)[0].number
    kept = version_page(tournament, newest)
    assert kept is not None
    assert {each.team.number: (each.made, each.last) for each in kept.standings.lines} == {
        each.team.number: (each.made, each.last) for each in standings_of(tournament).lines
    }


def test_missed_rounds_take_one_query(django_assert_num_queries):
    tournament = left_after_two(8)
    with django_assert_num_queries(1):
        assert len(missed_rounds(tournament, 7)) == 6


def why_rounds(tournament: Tournament, number: int) -> list[list[str]]:
    page = Client().get(reverse("tournament_why_team", args=[tournament.code, number]))
    body = page.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<td[^>]*>\s*([^<\s]+)\s*</td>", row) for row in body.split("</tr>")]
    return [row[:2] for row in cells if row]


@pytest.mark.parametrize("scoring", ["matchpoints", "total_points"])
def test_explanation_shows_dashes_for_missed_rounds(scoring):
    tournament = left_after_two(scoring=scoring)
    assert [row == ["–", "–"] for row in why_rounds(tournament, 1)] == [False, False, *[True] * 3]
    assert ["–", "–"] not in why_rounds(tournament, 2)


def test_explanation_shows_the_points_of_a_bye():
    tournament = make_drawn(5, kind="swiss", params={"entrants": 5, "rounds": 3})
    change_scoring(tournament=tournament, scoring="cross_imps", match_scale=VP, tie_breaks=["none"])
    fill_rounds(tournament, 1)
    rebuild(tournament)
    rests = tournament.rounds.get(number=1).seats.get(sitting=None).team
    assert why_rounds(tournament, rests.number)[0][1] == "12.00"


def test_standings_show_boards_played_of_a_withdrawn_team(evening):
    tournament = evening
    page = Client().get(reverse("tournament", args=[tournament.code])).content.decode()
    rows = dict(re.findall(r'data-row="all-(\d+)"(.*?)</tr>', page, re.DOTALL))
    assert "left before round 3 · 4 boards" in rows.pop("1")
    assert not any("left before" in row for row in rows.values())
