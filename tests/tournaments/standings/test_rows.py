from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.translation import override

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.markup import one_line
from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.models import Tournament
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine
from tournaments.templatetags.rankings import ranking_rows, team_url_builder

PAIR = ("Ana <b>", "O'Neil")
TEAM = TeamLine(1, 7, "Ana <b> – O'Neil", PAIR, "b – O'Neil", players=PAIR)
LINE = StandingLine(TEAM, 4, False, 2, (6, 4), Fraction(121, 2), Fraction(1234, 20), 4)
TAGS = (
    "{% load belot contest %}{{ line.rank|place:line.is_tied }}|{% place_change line.change %}|"
    "{% names line.team.people %}|{% spark line.places field rounds %}|"
    "{% figure line.last tournament %}|{% figure line.total tournament %}|{{ line.team.name }}"
)


def rows(
    *lines: StandingLine, narrow: bool = False, scoring: str = "matchpoints", rounds: int = 10
) -> str:
    ranking = RankingList("all", lines)
    standings = PublicStandings((ranking,), 2, 5, None, True, 4)
    tournament = Tournament(code="abc", scoring=scoring)
    return ranking_rows(ranking, standings, tournament, rounds, narrow)


def test_standings_row_html_is_exact() -> None:
    assert rows(LINE) == (
        '<tr data-row="all-7" data-team="7" data-name="Ana &lt;b&gt; – O&#x27;Neil">'
        '<td class="num"><span class="place">4</span></td>'
        '<td><span class="change change-up"><svg class="icon " aria-hidden="true"'
        ' focusable="false"><use href="#up"/></svg><span aria-hidden="true">2</span>'
        '<span class="sr">up 2 places</span></span></td>'
        '<td><span class="pair"><span class="pair-number only-wide">7</span>'
        '<span data-follow-tag><a href="/en/t/abc/team/7/"><span class="names">'
        '<span>Ana &lt;b&gt;</span><span class="names-dash"> – </span><span>O&#x27;Neil</span>'
        "</span></a></span></span></td>"
        '<td class="only-laptop"><svg class="spark" viewBox="0 0 106 32" role="img"'
        ' aria-label="Places by round: 6, 4"><path class="spark-middle" d="M4 16h98"/>'
        '<polyline class="spark-line" points="4,124 14.9,76"/>'
        '<circle class="spark-end" cx="14.9" cy="76.0" r="3"/></svg></td>'
        '<td class="num quiet only-wide">60.50</td>'
        '<td class="num total"><a class="plain-link" data-why href="/en/t/abc/team/7/why/">'
        "61.70</a></td>"
        "</tr>\n"
    )


def test_withdrawn_team_row_names_boards_or_games_played() -> None:
    left = replace(LINE, team=replace(TEAM, gone_from=3), boards=1)
    assert "left before round 3 · 1 board<" in rows(left)
    games = Tournament(code="abc", scoring="game_points", cards=Tournament.Cards.OPEN)
    left = replace(left, boards=8, made=("8", None))  # a game of eight deals
    standings = PublicStandings((RankingList("all", (left,)),), 2, 5, None, True, 4)
    assert "left before round 3 · 1 game<" in ranking_rows(standings.lists[0], standings, games, 9)
    assert "left before" not in rows(LINE)


@pytest.mark.parametrize("language", ["en", "bg", "fr", "nl"])
@pytest.mark.parametrize("scoring", ["matchpoints", "butler", "total_points", "cross_imps"])
@pytest.mark.parametrize(
    "values",
    [{}, {"rank": 1}, {"is_tied": True, "change": -3}, {"change": 0}, {"change": None},
     {"places": ()}, {"last": Fraction(-5, 3), "total": Fraction(-7)}],
)  # fmt: skip
def test_row_cells_equal_template_tag_output(
    values: dict[str, Any], scoring: str, language: str
) -> None:
    line = replace(LINE, **values)
    context = {"line": line, "field": 1, "rounds": 10, "tournament": Tournament(scoring=scoring)}
    with override(language):
        written = rows(line, scoring=scoring)
        drawn = one_line(Template(TAGS).render(Context(context)))
        cells = [cell.strip() for cell in drawn.split("|")]
    assert [cell for cell in cells if cell not in written] == []
    assert 'class="is-top"' not in written  # two rounds of ten


def test_optional_columns_are_shown_if_any_row_has_a_value() -> None:
    other = replace(LINE, carry=Fraction(3), adjusted=Fraction(-5), handicap=Fraction(1, 2))
    first, second = rows(LINE, other).splitlines()
    assert first.count("only-wide") == second.count("only-wide") == 5
    for cell in (">3.00<", ">−5<", ">+0.50<"):
        assert cell in second
    assert ">–<" in first
    narrow = rows(LINE, other, narrow=True)
    assert narrow.count("only-wide") == 4
    assert "spark" not in narrow


def test_row_shows_sit_out_and_deciding_tie_break() -> None:
    line = replace(LINE, last=None, decided=("tops", Fraction(3)))
    written = rows(line)
    assert '<td class="num quiet only-wide"><span class="tag">sat out</span></td>' in written
    assert '<br><span class="small quiet">tied; decided by tops (3)</span></td>' in written


@pytest.mark.parametrize(
    ("rank", "sharing", "rounds", "is_top"),
    [(1, 1, 4, True), (1, 1, 5, False), (2, 2, 4, True), (3, 1, 4, True), (3, 2, 4, False),
     (3, 5, 2, False), (4, 1, 2, False)],
)  # fmt: skip
def test_top_rows_are_highlighted_from_half_time_on(
    rank: int, sharing: int, rounds: int, is_top: bool
) -> None:
    line = replace(LINE, rank=rank, sharing=sharing, is_tied=sharing > 1)
    assert ('class="is-top"' in rows(line, rounds=rounds)) == is_top


def test_tied_rows_show_the_shared_places() -> None:
    written = rows(replace(LINE, rank=3, sharing=3, is_tied=True, decided=None))
    assert '<br><span class="small quiet">shared places 3–5</span></td>' in written


def test_team_url_builder_inserts_the_team_number() -> None:
    link = team_url_builder("tournament_why_team", "abc")
    assert (link(1), link(250)) == ("/en/t/abc/team/1/why/", "/en/t/abc/team/250/why/")


@pytest.mark.django_db
def test_standings_page_links_every_team_and_its_explanation(client: Any) -> None:
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    tournament = rebuild(tournament)
    page = client.get(f"/en/t/{tournament.code}/").content.decode()
    for number in range(1, 9):
        assert page.count(f'<a href="/en/t/{tournament.code}/team/{number}/">') == 1
        assert page.count(f'href="/en/t/{tournament.code}/team/{number}/why/"') == 1
        assert page.count(f'data-row="all-{number}"') == 1
