import re

import pytest
from django.test import Client

from tests.builders import rebuild
from tests.markup import one_line
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.formats import better_wins, make_field, play_on
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.models import Tournament
from tournaments.public.selectors.brackets import BracketView, bracket_page

pytestmark = pytest.mark.django_db


def cup(entrants: int, rounds: int, **params: object) -> Tournament:
    params = {"entrants": entrants, **params}
    tournament = make_field(entrants, "single_elimination", params, scoring="total_points")
    if rounds:
        play_on(tournament, rounds)
    return tournament


def view_of(tournament: Tournament, team: int = 0) -> BracketView:
    return bracket_page(tournament, team)[0]


def page_of(tournament: Tournament, query: str = "") -> str:
    clear_versioned_caches()
    return Client().get(f"/en/t/{tournament.code}/bracket/{query}").content.decode()


def leads(tournament: Tournament, column: int = 0) -> list[str]:
    return [match.lead for match in view_of(tournament).columns[column].matches]


def test_partial_first_round_aligns_matches_with_next_round():
    tournament = cup(12, 2)
    first, second, *_later = view_of(tournament).columns
    assert [len(first.matches), len(second.matches)] == [4, 4]
    assert not any(match.is_bye for match in first.matches)
    # Winners of the first round enter a row below a seed that rested, or level with it.
    assert [match.enters for match in first.matches] == [2, 2, 2, 2]
    assert leads(tournament) == ["sink" if m.leaves == 1 else "level" for m in first.matches]
    assert leads(tournament, 1) == ["down", "up", "down", "up"]


def test_bye_in_first_round_keeps_its_slot_without_a_line():
    first = view_of(cup(7, 2)).columns[0]
    assert [match.is_bye for match in first.matches].count(True) == 1
    assert len(first.matches) == 4
    assert [bool(match.lead) for match in first.matches] == [not m.is_bye for m in first.matches]
    assert len(first.real) == 3


def test_lines_connect_winner_row_to_its_row_in_next_match():
    view = view_of(cup(8, 3))
    for column, after in zip(view.columns, view.columns[1:], strict=False):
        names = {match.name: match for match in after.matches}
        for match in column.matches:
            assert match.winner is not None
            reached = names[match.next].sides[match.enters - 1]
            assert reached.team == match.winner.team == match.sides[match.leaves - 1].team
            assert f"from-{match.leaves}" in match.marks
            assert f"to-{match.enters}" in match.marks
            assert match.stage == after.name
    assert [match.lead for match in view.columns[-1].matches] == [""]


def test_line_of_an_unplayed_match_starts_between_the_rows():
    [first, *_others] = view_of(cup(8, 0)).columns[0].matches
    assert (first.leaves, first.lead, first.enters) == (0, "down", 1)
    assert "from-" not in first.marks


def test_losers_bracket_lines_join_only_adjacent_matches() -> None:
    tournament = make_field(8, "double_elimination", {"entrants": 8}, scoring="total_points")
    losers = bracket_page(tournament)[1]
    counts = [len(column.matches) for column in losers.columns]
    for at, column in enumerate(losers.columns[:-1]):
        expected = {"down", "up"} if counts[at] == 2 * counts[at + 1] else {"level", "rise", "sink"}
        assert {match.lead for match in column.matches} <= expected


def test_sides_of_an_undecided_match_name_their_source():
    first, *later = view_of(cup(4, 0, third_place=True)).columns
    assert [side.words for match in first.matches for side in match.sides] == [""] * 4
    said = sorted(side.words for each in later for match in each.matches for side in match.sides)
    assert said == [f"{who} of match {number}" for who in ("loser", "winner") for number in (1, 2)]


def test_played_match_tells_where_winner_and_loser_continue():
    tournament = cup(4, 1, third_place=True)
    page = one_line(page_of(tournament))
    assert "Entrant 1 advances: Final, match" in page
    assert "Entrant 4 plays for third place." in page


def test_unplayed_match_tells_where_winner_and_loser_continue():
    page = one_line(page_of(cup(4, 0, third_place=True)))
    assert page.count("The winner advances: Final, match") == 2
    assert page.count("The loser plays for third place.") == 2


def test_byes_are_listed_below_the_bracket_only():
    tournament = cup(12, 0)
    view = view_of(tournament)
    assert [team.number for team in view.rested] == [1, 4, 2, 3]
    page = page_of(tournament)
    assert "4 byes in the first round" in page
    assert "no opponent</span>" not in page


def test_followed_team_path_is_marked_in_every_round():
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
    clear_versioned_caches()
    return Client().get(f"/en/t/{tournament.code}/projector/").content.decode()


def test_cup_projector_shows_the_current_stage():
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


def test_large_bracket_folds_finished_stages():
    tournament = cup(20, 0)
    assert view_of(tournament).folded == ()
    better_wins(tournament, 1)
    view = view_of(tournament)
    assert [column.name for column in view.folded] == ["Round 1"]
    assert [number for number, _column in view.drawn] == [2, 3, 4, 5]
    page = page_of(tournament)
    assert re.search(r"<b>Round 1</b>\s*<span class=\"quiet\">\s*4 matches", page)
    assert 'id="stage-1-1"' not in page
