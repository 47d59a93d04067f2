"""The picture of a bracket: byes under it, one team's way, long stages folded, the big screen."""

import re

import pytest
from django.test import Client

from tests.builders import forget_bodies, rebuild
from tests.tournaments.formats import better_wins, make_field, play_on
from tournaments.models import Tournament
from tournaments.public.selectors.brackets import BracketView, bracket_page
from tournaments.rounds.services import draw_next_round, publish_round

pytestmark = pytest.mark.django_db


def cup(entrants: int, rounds: int, **params: object) -> Tournament:
    """A knock-out of which so many rounds are played, better numbers win."""
    params = {"entrants": entrants, **params}
    tournament = make_field(entrants, "single_elimination", params, scoring="total_points")
    if rounds:
        play_on(tournament, rounds)
    return tournament


def view_of(tournament: Tournament, team: int = 0) -> BracketView:
    return bracket_page(tournament, team)[0]


def page_of(tournament: Tournament, query: str = "") -> str:
    forget_bodies()
    return Client().get(f"/en/t/{tournament.code}/bracket/{query}").content.decode()


def test_a_first_round_of_lone_matches_has_only_real_ones_each_with_the_room_of_two():
    first, second, *_later = view_of(cup(12, 2)).columns
    assert [len(first.matches), len(second.matches)] == [4, 4]
    assert all(match.is_lone and not match.is_bye for match in first.matches)
    assert not any(match.is_unfed for match in second.matches)


def test_where_real_matches_meet_a_bye_keeps_its_room_unseen():
    first = view_of(cup(7, 2)).columns[0]
    assert [match.is_bye for match in first.matches].count(True) == 1
    assert len(first.matches) == 4
    assert not any(match.is_lone for match in first.matches)
    assert len(first.real) == 3


def test_a_match_whose_sides_both_had_byes_has_no_line_before_it():
    first, second, *_later = view_of(cup(5, 2)).columns
    assert [match.is_unfed for match in second.matches].count(True) == 1
    assert len(first.real) == 1


def test_a_way_begins_at_the_first_real_match_of_the_followed_team():
    tournament = cup(12, 2)
    [after_bye] = [m for c in view_of(tournament, 3).columns for m in c.matches if m.came_on]
    assert after_bye.name == view_of(tournament).columns[2].matches[1].name
    found = [m for c in view_of(tournament, 5).columns for m in c.matches if m.is_way]
    assert [m.came_on for m in found] == [False, True]
    assert not any(m.came_on for c in view_of(tournament).columns for m in c.matches)


def test_byes_are_told_under_the_picture_only():
    tournament = cup(12, 0)
    view = view_of(tournament)
    assert [team.number for team in view.rested] == [1, 4, 2, 3]
    page = page_of(tournament)
    assert "4 byes in the first round" in page
    assert "no opponent</span>" not in page


def test_one_teams_way_is_marked_from_its_first_match_to_its_last():
    tournament = cup(8, 3)
    view = view_of(tournament, 2)
    way = [[match.is_way for match in column.matches].count(True) for column in view.columns]
    assert way == [1, 1, 1]
    marks = [m.marks for column in view.columns for m in column.matches if m.is_way]
    assert ["goes-on" in each for each in marks] == [True, True, False]
    assert not any(m.is_way for column in view_of(tournament).columns for m in column.matches)
    page = page_of(tournament, "?team=2")
    assert page.count("data-followed") == 3
    assert "Stop following" in page
    assert "data-followed" not in page_of(tournament)
    for nonsense in ("?team=99", "?team=x", "?team=²", "?team=-1"):
        assert "Stop following" not in page_of(tournament, nonsense)


def screen_of(tournament: Tournament) -> str:
    forget_bodies()
    return Client().get(f"/en/t/{tournament.code}/projector/").content.decode()


def test_the_big_screen_of_a_cup_shows_the_stage_that_is_played():
    tournament = cup(8, 1)
    draw_next_round(tournament=tournament)
    publish_round(tournament=tournament, number=2)
    page = screen_of(rebuild(tournament))
    assert 'data-words="Main bracket: Semi-finals"' in page
    assert page.count('<li class="screen-match') == 2
    assert "Standings after round" not in page
    slide = re.search(r'<ol class="screen-stage">.*?</ol>', page, re.S)
    assert slide is not None
    assert re.findall(r"Entrant (\d)", slide[0]) == ["1", "4", "2", "3"]


def test_over_sixteen_teams_fold_a_stage_once_it_is_over():
    tournament = cup(20, 0)
    assert view_of(tournament).folded == ()
    better_wins(tournament, 1)
    view = view_of(tournament)
    assert [column.name for column in view.folded] == ["Round 1"]
    assert [number for number, _column in view.drawn] == [2, 3, 4, 5]
    page = page_of(tournament)
    assert re.search(r"<b>Round 1</b>\s*<span class=\"quiet\">\s*4 matches", page)
    assert 'id="stage-1-1"' not in page
