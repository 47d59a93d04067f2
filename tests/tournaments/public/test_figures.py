import re
from fractions import Fraction

import pytest
from django.test import Client

from tests.builders import enter_and_confirm, fill_rounds, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tests.tournaments.contests import make_contest, score, sit
from tests.tournaments.formats import make_field
from tournaments.models import Tournament
from tournaments.public.selectors.heatmaps import HeatMap, heat_map

pytestmark = pytest.mark.django_db


def two_rounds(**values: str) -> Tournament:
    """Four pairs, a board a round at two tables: 1–2 and 3–4, then 3–1 and 4–2."""
    tournament = make_contest(4, 2, **values)
    seats = [((1, 2, 10), (3, 4, 4)), ((3, 1, -20), (4, 2, 6))]
    for number, tables in enumerate(seats, 1):
        for table, (ns, ew, net) in enumerate(tables, 1):
            [play] = sit(tournament, number, table, [ns], [ew], [number])
            score(play, net)
    return rebuild(tournament)


def shown(tournament: Tournament) -> HeatMap:
    page = heat_map(tournament)
    assert page is not None
    return page


def page_of(tournament: Tournament, query: str = "") -> str:
    answer = Client().get(f"/en/t/{tournament.code}/figures/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@built_once
def tournament() -> Tournament:
    return two_rounds()


def test_heat_map_cells_hold_board_figures(tournament):
    page = shown(tournament)
    cells = {row.entrant.team.number: dict(row.boards) for row in page.rows}
    assert cells == {1: {1: 100, 2: 100}, 2: {1: 0, 2: 0}, 3: {1: 0, 2: 0}, 4: {1: 100, 2: 100}}
    assert page.means == {1: Fraction(7), 2: Fraction(-7)}
    assert page.swings == {1: 6, 2: 26}
    assert [(group.boards, group.round) for group in page.groups] == [((1,), 1), ((2,), 2)]


def test_heat_map_lists_opponents_wins_and_losses(tournament):
    ids = {team.pk: team.number for team in tournament.teams.all()}
    rows = {row.entrant.team.number: row for row in shown(tournament).rows}
    met = {n: {ids[pk]: figure for pk, figure in row.met.items()} for n, row in rows.items()}
    assert met == {1: {2: 100, 3: 100}, 2: {1: 0, 4: 0}, 3: {4: 0, 1: 0}, 4: {3: 100, 2: 100}}
    assert (rows[1].won, rows[1].lost, rows[2].won, rows[2].lost) == (2, 0, 0, 2)


def test_heat_map_limit_is_the_largest_difference():
    page = shown(two_rounds(scoring="total_points"))
    assert page.limit == 20
    row = next(row for row in page.rows if row.entrant.team.number == 1)
    assert (row.boards[1], row.boards[2]) == (10, 20)


def test_page_shows_tinted_cells_and_selected_group(tournament):
    usual, first = page_of(tournament), page_of(tournament, "?group=1")
    assert usual.count('class="heat-7 ') == 4 + 4
    assert usual.count('class="heat-self"') == 4
    assert re.findall(r'class="heat-gap heat-far">\+7<', usual)
    assert re.findall(r'class="heat-gap heat-far">−7<', first)
    plain, unknown = (page_of(tournament, f"?{q}fragment=1") for q in ("", "group=99&"))
    assert unknown == plain


def test_heat_map_omits_boards_in_play():
    tournament = make_drawn(6)
    assert "No board is over yet." in page_of(tournament)
    enter_and_confirm(plays_of(tournament)[0])
    assert heat_map(rebuild(tournament)) is None
    assert Client().get(f"/en/t/{tournament.code}/figures.csv").status_code == 404
    fill_rounds(tournament, 1)
    assert shown(rebuild(tournament)).boards == [1, 2]


def test_consecutive_boards_are_grouped():
    tournament = make_drawn(8, boards_per_round=3)
    fill_rounds(tournament, 2)
    page = shown(rebuild(tournament))
    assert [group.span for group in page.groups] == ["1–3", "4–6"]


@pytest.mark.parametrize(
    ("entrants", "kind", "params", "values"),
    [
        (4, "head_to_head", {"teams": 4}, {"unit": "team", "scoring": "imps"}),
        (6, "berger", {"entrants": 6}, {"cards": "open", "scoring": "wins_then_points"}),
    ],
)
def test_heat_map_returns_404_for_teams_and_open_play(entrants, kind, params, values):
    tournament = make_field(entrants, kind, params, **values)
    assert Client().get(f"/en/t/{tournament.code}/figures/").status_code == 404
    assert "/figures/" not in Client().get(f"/en/t/{tournament.code}/").content.decode()


def test_standings_link_to_heat_map_with_csv_download(tournament):
    standings = Client().get(f"/en/t/{tournament.code}/").content.decode()
    assert f'href="/en/t/{tournament.code}/figures/"' in standings
    lines = Client().get(f"/en/t/{tournament.code}/figures.neutral.csv").content.decode("utf-8-sig")
    head, first, *_rest = lines.splitlines()
    assert head.split(",") == ["place", "number", "name", "board_1", "board_2", "total"]
    assert first.startswith("1,")


def test_heat_map_heads_boards_with_their_round():
    tournament = make_drawn(8, boards_per_round=3)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    head = r'<th\s+scope="colgroup"\s+colspan="(\d+)"[^>]*>\s*(.*?)\s*</th>'
    heads = re.findall(head, page_of(tournament))
    assert heads == [("3", "Round 1"), ("3", "Round 2")]


def test_heat_map_omits_round_heading_for_single_boards(tournament):
    assert "colgroup" not in page_of(tournament)
