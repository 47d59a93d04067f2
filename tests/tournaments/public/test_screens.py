import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.formats import better_wins, make_field
from tournaments.changes.services.people import join_late
from tournaments.console.services.clock import start_round
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.models import Tournament
from tournaments.public.podium import podium_order, podium_pages, top_lines
from tournaments.public.screens import (
    ScreenContext,
    line_on_screen,
    rankings_on_screens,
    screen_context,
)
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine, standings_of


def line(rank: int, total: Any = 50, *, tied: bool = False, team: int = 0) -> StandingLine:
    number = team or rank
    who = TeamLine(number, number, f"Team {number}", (f"Team {number}",), f"T{number}")
    return StandingLine(who, rank, tied, None, (rank,), Fraction(50), Fraction(total), 8)


def listed(*ranks: int) -> list[StandingLine]:
    return [
        line(rank, tied=ranks.count(rank) > 1, team=at) for at, rank in enumerate(ranks, start=1)
    ]


def standings(count: int, rounds: int = 4) -> PublicStandings:
    lines = tuple(line(rank) for rank in range(1, count + 1))
    return PublicStandings((RankingList("all", lines),), rounds, 1, None, True, 8)


def numbers(lines: Any) -> list[int | None]:
    return [each.team.number for each in lines]


def test_more_than_twelve_rows_are_split_into_two_columns():
    few, many = rankings_on_screens(standings(12)), rankings_on_screens(standings(13))
    assert [(screen.whole, [len(column) for column in screen.columns]) for screen in few] == [
        (True, [12])
    ]
    assert [(screen.whole, [len(column) for column in screen.columns]) for screen in many] == [
        (False, [7, 6])
    ]


def test_bars_scale_to_largest_spread_of_at_least_20_percent():
    near, far = ScreenContext(), ScreenContext(spread=Fraction(40))
    drawn = [line_on_screen(line(1, total), near) for total in (60, 50, "37.5")]
    assert [(each.bar_from, each.bar, each.is_over) for each in drawn] == [
        (100, 50, True),
        (100, 0, True),
        (38, 62, False),
    ]
    assert line_on_screen(line(1, 60), far).bar == 25


def test_point_bars_are_centred_on_field_mean():
    found = PublicStandings(
        (RankingList("all", (line(1, 900), line(2, 600), line(3, 300))),), 4, 1, None, True, 8
    )
    tournament = Tournament(scoring="points_then_wins", cards="open")
    hall = screen_context(tournament, found, None, 4)
    assert (hall.middle, hall.spread) == (600, 300)
    bars = [(each.bar_from, each.bar) for each in rankings_on_screens(found, hall)[0].columns[0]]
    assert bars == [(100, 100), (100, 0), (0, 100)]


@pytest.mark.parametrize(("counted", "stressed"), [(3, 0), (4, 3), (5, 3)])
def test_top_three_are_highlighted_after_half_of_the_rounds(counted, stressed):
    found = standings(9, counted)
    hall = screen_context(Tournament(scoring="matchpoints"), found, None, 8)
    column = rankings_on_screens(found, hall)[0].columns[0]
    assert sum(each.is_first for each in column) == stressed


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2, 3, 4), [2, 1, 3]),
        ((1, 1, 3, 4), [1, 2, 3]),
        ((1, 2, 2, 4), [2, 1, 3]),
        ((1, 2, 3, 3, 5), [2, 1, 3, 4]),
        ((1, 2, 3, 3, 3), [2, 1]),
        ((1, 1, 1, 1, 1, 6), []),
        ((1,), [1]),
    ],
)
def test_podium_holds_first_three_places_with_ties(ranks, expected):
    assert numbers(podium_order(top_lines(listed(*ranks)))) == expected


def test_podium_pages_list_the_rest_in_two_columns():
    pages = podium_pages("all", listed(*range(1, 19)))
    assert [(page.page, page.pages) for page in pages] == [(1, 2), (2, 2)]
    assert [[numbers(column) for column in page.columns] for page in pages] == [
        [[4, 5, 6, 7, 8, 9], [10, 11, 12, 13, 14, 15]],
        [[16, 17], [18]],
    ]
    assert {numbers(page.steps) == [2, 1, 3] for page in pages} == {True}


def screen_of(tournament: Tournament) -> str:
    clear_versioned_caches()
    return Client().get(f"/en/t/{tournament.code}/projector/").content.decode()


@pytest.mark.django_db
def test_sit_out_is_shown_in_row_and_footer():
    tournament = make_drawn(5)
    fill_rounds(tournament, 1)
    start_round(tournament=tournament, number=2)
    page = screen_of(rebuild(tournament))
    assert page.count("sits out now") == 1
    assert "Sitting out:" in page
    assert "under and over 50%" in page
    assert "%%" not in page


@pytest.mark.django_db
def test_projector_is_provisional_until_tournament_finishes():
    tournament = make_drawn(6)
    fill_rounds(tournament, 5)
    before = screen_of(rebuild(tournament))
    assert "provisional" in before
    assert "podium-step" not in before
    finish_tournament(tournament=tournament)
    after = screen_of(rebuild(tournament))
    assert "provisional" not in after
    assert "Final standings" in after
    assert after.count("podium-step") >= 3
    assert "Confirmed by the director at" in after


@pytest.mark.django_db
def test_two_winner_projector_has_two_podiums():
    params = {"tables": 3, "arrow_switch": False}
    tournament = make_drawn(6, kind="mitchell", params=params)
    fill_rounds(tournament, 3)
    finish_tournament(tournament=rebuild(tournament))
    page = screen_of(rebuild(tournament))
    assert page.count("screen-final") == 2
    assert "North–South" in page
    assert "East–West" in page


def test_equal_lines_render_equally():
    assert line_on_screen(line(1), ScreenContext()) == line_on_screen(
        replace(line(1)), ScreenContext()
    )


def test_unplayed_team_has_no_total_no_bar_and_no_effect():
    late = replace(line(3, 0), boards=0, last=None)
    played = (line(1, 60), line(2, 40))
    assert (late.shown, line(1, 0).shown, replace(late, total=Fraction(5)).shown) == (None, 0, 5)
    made = PublicStandings((RankingList("all", (*played, late)),), 1, 1, None, True, 8)
    hall = screen_context(Tournament(scoring="matchpoints"), made, None, 4)
    assert (hall.middle, hall.spread) == (50, 20)
    assert [line_on_screen(each, hall).bar for each in made.lines] == [50, 50, 0]
    points = screen_context(Tournament(scoring="game_points"), made, None, 4)
    assert (points.middle, points.spread) == (50, 10)


@pytest.mark.django_db
def test_late_pair_has_no_total_before_its_first_board():
    tournament = make_drawn(7, kind="howell", params={"tables": 4, "missing": True})
    fill_rounds(tournament, 1)
    join_late(tournament=tournament, players=["Гост Първи", "Гост Втори"], from_round=2)
    tournament = rebuild(tournament)
    shown = {
        each.team.number: each.shown for each in standings_of(tournament).lines if not each.boards
    }
    assert len(shown) == 2, "the late pair, and who rested"
    assert (8 in shown, set(shown.values())) == (True, {None})
    clear_versioned_caches()
    standings_page = Client().get(f"/en/t/{tournament.code}/").content.decode()
    for page in (screen_of(tournament), standings_page):
        row = re.search(r'<(li|tr)[^>]*data-row="(all-)?8".*?</\1>', page, re.S)
        assert row is not None
        assert "–</" in re.sub(r"\s+", "", row[0])
        assert "0.0" not in row[0]


@pytest.mark.django_db
def test_projector_shows_eliminated_teams(client: Client) -> None:
    rules = {"lives": 1, "buy_backs": 0}
    tournament = make_field(5, "lives", rules, scoring="total_points")
    better_wins(tournament, 1)
    draw_next_round(tournament=tournament)
    publish_round(tournament=tournament, number=2)
    better_wins(tournament, 2)
    page = client.get(f"/en/t/{rebuild(tournament).code}/projector/").content.decode()
    assert "eliminated in round 1" in page
