from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis.selectors import Par
from games.belot import variant_from_json
from games.charts.field import FIELD_HEIGHT, FIELD_WIDTH, field_dots, field_x
from games.models import Analysis
from tests.builders import make_drawn, plays_of, rebuild, slip
from tests.markup import one_line
from tests.shared_rows import built_once
from tests.solver import quick_solver
from tests.tournaments.bots.jobs import analyse
from tournaments.models import Tournament
from tournaments.public.selectors.board_rows import (
    BOARD_FILTERS,
    BoardRow,
    board_list,
    board_row,
    board_rows,
    dot_line_limit,
    liveliness_of,
    swing_thresholds,
)
from tournaments.public.selectors.boards import BoardCount, board_counts, board_page
from tournaments.results.selectors.compared import finished_results
from tournaments.results.services.results import correct_result
from tournaments.templatetags.boards import happenings, kind_name

__all__ = ["quick_solver"]


def write(tournament: Tournament, board: int, *slips: dict[str, Any]) -> None:
    plays = plays_of(tournament, board__number=board, sitting__round__number=1)
    for play, each in zip(plays, slips, strict=True):
        correct_result(play_id=play.pk, slip=each, reason="test", actor=None)


def first_round_played() -> Tournament:
    """Board 1: clubs failed with contra, hearts made twice. Board 2: hearts made at all tables."""
    tournament = make_drawn(6)
    hearts = slip(98, "H", "S")
    write(tournament, 1, hearts, slip(98, "C", "E", contra=1), hearts)
    write(tournament, 2, hearts, hearts, hearts)
    return rebuild(tournament)


def page_of(tournament: Tournament, query: str = "") -> str:
    response = Client().get(reverse("tournament_boards", args=[tournament.code]) + query)
    assert response.status_code == 200
    return one_line(response.content.decode())


@built_once
def tournament() -> Tournament:
    return first_round_played()


def test_board_row_excludes_results_with_other_cards(tournament: Tournament) -> None:
    [row] = [row for row in board_rows(tournament) if row.count.number == 1]
    first, *others = [each for each in finished_results(tournament) if each.board == 1]
    other_cards, variant = replace(first, group=1), tournament.variant
    counted = board_row(row.count, [other_cards, *others], None, variant)
    assert counted.nets == tuple(sorted(each.net or 0 for each in others))
    assert sum(number for _contract, number in counted.contracts) == len(others)
    assert board_row(row.count, [other_cards], None, variant).nets == ()


def test_field_dots_stack_and_stay_within_the_chart() -> None:
    assert field_x(0, 40) == FIELD_WIDTH / 2
    assert field_x(99, 40) == field_x(40, 40) < FIELD_WIDTH
    assert field_x(-99, 40) == field_x(-40, 40) > 0
    dots = field_dots([4, 4, 4, -40, 99], 40)
    assert [x for x, _y in dots].count(field_dots([4], 40)[0][0]) == 3
    assert len({dots[at] for at in range(5)}) == 5
    assert all(0 < y < FIELD_HEIGHT for _x, y in field_dots([0] * 200, 40))


@pytest.mark.parametrize(
    ("swing", "word"),
    [(None, ""), (0, "quiet"), (19, "quiet"), (20, "lively"), (35, "lively"), (36, "wild")],
)
def test_liveliness_depends_on_swing(swing: int | None, word: str) -> None:
    assert liveliness_of(swing, variant_from_json("bulgarian")) == word


def test_card_point_variants_use_a_tenfold_swing_scale() -> None:
    french = variant_from_json("french")
    assert french.sheet == "card_points"
    assert swing_thresholds(french) == (200, 360)
    assert dot_line_limit(french) == 10 * dot_line_limit(variant_from_json("bulgarian")) == 400


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"contracts": (("H", 3),)}, "all made"),
        ({"contracts": (("H", 1),)}, "made"),
        ({"contracts": (("H", 3),), "hanging": 1}, "1 hanging"),
        ({"contracts": (("H", 2), ("", 1)), "failed": 2, "doubled": 1}, "2 failed · 1 contra"),
        ({"contracts": (("", 3),)}, ""),
    ],
)
def test_happenings_summarises_board_outcomes(row: dict[str, Any], words: str) -> None:
    assert happenings(BoardRow(BoardCount(1, 3, 3, 1, 1, True), **row)) == words


@pytest.mark.django_db
def test_finished_board_row_has_contracts_mean_and_swing(tournament: Tournament) -> None:
    first, second, third, *_rest = board_rows(tournament)
    assert first.contracts == (("H", 2), ("C", 1))
    assert (first.failed, first.hanging, first.doubled) == (1, 0, 1)
    assert first.mean == Fraction(sum(first.nets), 3)
    assert first.swing == first.nets[-1] - first.nets[0]
    assert first.liveliness == "lively"
    assert (second.contracts, second.swing, second.liveliness) == ((("H", 3),), 0, "quiet")
    assert third == BoardRow(BoardCount(3, 0, 3, 2, 2, False))


@pytest.mark.django_db
def test_board_list_is_grouped_by_round_or_sorted_by_swing(
    tournament: Tournament,
) -> None:
    listed = board_list(tournament)
    assert [(part.first_round, len(part.rows)) for part in listed.parts] == [
        (number, 2) for number in range(1, 6)
    ]
    swung = board_list(tournament, by_swing=True)
    assert [row.count.number for row in swung.rows] == list(range(1, 11))
    write(tournament, 1, *[slip(98, "H", "S")] * 3)
    write(tournament, 2, slip(98, "H", "S"), slip(98, "C", "E", contra=1), slip(98, "H", "S"))
    swung = board_list(rebuild(tournament), by_swing=True)
    assert [row.count.number for row in swung.rows] == [2, 1, *range(3, 11)]


@pytest.mark.django_db
def test_page_shows_only_result_counts_of_open_boards(
    tournament: Tournament,
) -> None:
    enough = plays_of(tournament, board__number=3)[0]
    correct_result(play_id=enough.pk, slip=slip(98, "S", "N"), reason="test", actor=None)
    html = page_of(rebuild(tournament))
    assert html.count('class="field-dots"') == 2
    assert html.count('class="board-row is-open"') == 8
    assert "1 of 3 results" in html
    row = html.split('class="board-row is-open"')[1]
    assert "suit-s" not in row.split("</tr>")[0]


@pytest.mark.django_db
def test_page_order_follows_sort_parameter(tournament: Tournament) -> None:
    assert 'href="?sort=swing"' in page_of(tournament)
    swung = page_of(tournament, "?sort=swing")
    assert 'href="?sort=swing" aria-current="true"' in swung
    assert 'class="round-row"' not in swung
    assert page_of(tournament, "?sort=anything").count('class="round-row"') == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_solver")
def test_par_column_appears_after_analysis(tournament: Tournament) -> None:
    assert 'class="board-par' not in page_of(tournament)
    analyse()
    html = page_of(tournament)
    assert html.count('class="board-par') == Analysis.objects.count() == 2
    first = board_rows(tournament)[0]
    assert isinstance(first.par, Par)


@pytest.mark.django_db
def test_json_file_matches_board_rows(tournament: Tournament) -> None:
    path = reverse("tournament_boards_file", args=[tournament.code, "json"])
    first, _second, third, *_rest = Client().get(path).json()["rows"]
    row = board_rows(tournament)[0]
    assert (first["contracts"], first["failed"], first["doubled"]) == ("hearts 2, clubs 1", 1, 1)
    assert first["swing"] == row.swing
    assert {third[key] for key in ("failed", "doubled", "mean", "par", "swing")} == {None}


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_solver")
def test_board_spread_includes_par_without_such_a_result(
    tournament: Tournament,
) -> None:
    before = board_page(tournament, board_counts(tournament)[0])
    assert before is not None
    assert before.spread_with_par == before.spread
    analyse()
    page = board_page(tournament, board_counts(tournament)[0])
    assert page is not None
    nets = {row.net for row in page.spread} | {page.par_net or 0}
    assert [row.net for row in page.spread_with_par] == sorted(nets, reverse=True)
    assert {row.net for row in page.spread_with_par if not row.contracts} <= {page.par_net}
    path = reverse("tournament_board", args=[tournament.code, 1])
    assert Client().get(path).content.decode().count('class="spread-par"') == 1


@pytest.mark.django_db
def test_board_list_counts_and_filters_by_kind(tournament: Tournament) -> None:
    listed = board_list(tournament)
    assert listed.total == len(listed.rows) == 10
    assert listed.kinds == (("lively", 1), ("contra", 1))
    alone = board_list(tournament, kind="contra")
    assert [row.count.number for row in alone.rows] == [1]
    assert (alone.total, alone.kinds, alone.kind) == (10, listed.kinds, "contra")
    assert board_list(tournament, kind="wild").rows == listed.rows
    assert board_list(tournament, kind="wild").kind == ""


@pytest.mark.django_db
def test_show_parameter_filters_and_keeps_sort_order(tournament: Tournament) -> None:
    html = page_of(tournament)
    assert "with contra" in html
    assert 'href="?show=contra"' in html
    alone = page_of(tournament, "?show=contra&sort=swing")
    assert alone.count('class="board-number"') == 1
    assert "being played" not in alone
    assert 'href="?show=contra&amp;sort=swing" aria-current="true"' in alone
    assert 'href="?sort=swing"' in alone
    assert "2 of 10 are over" in alone
    assert page_of(tournament, "?show=nonsense").count('class="board-number"') == 2


def test_every_board_filter_has_a_name() -> None:
    assert {kind_name(kind) for kind in BOARD_FILTERS} == {
        "wild", "lively", "with contra", "with capot", "all trumps", "somebody passed out",
    }  # fmt: skip
