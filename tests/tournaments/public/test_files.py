import csv
import json
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from games.belot import variant_from_json
from games.languages import in_language
from games.parsing.deals import read_deals
from tests.builders import fill_rounds, make_drawn, make_tournament, rebuild
from tests.shared_rows import built_once
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.exports.writers import FORMS
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db
SEPARATORS = {"en": ",", "bg": ";", "fr": ";", "hr": ";", "nl": ";"}


def finished(teams: int = 6) -> Tournament:
    tournament = make_drawn(teams)
    fill_rounds(tournament, 5)
    return rebuild(finish_tournament(tournament=tournament))


def content_of(name: str, *args: object, language: str = "en", query: str = "") -> bytes:
    response = Client().get(in_language(reverse(name, args=args), language) + query)
    assert response.status_code == 200
    ending = str(args[-1])
    assert response["Content-Type"] == FORMS[ending].media
    assert response["Content-Disposition"].endswith(f'.{ending}"')
    return response.content


def rows_of(name: str, *args: object, separator: str = ",", **more: Any) -> list[list[str]]:
    text = content_of(name, *args, **more).decode("utf-8-sig")
    return list(csv.reader(StringIO(text), delimiter=separator))


def items_of(name: str, *args: object) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(content_of(name, *args, "json"))["rows"]
    return rows


def api_of(path: str) -> Any:
    return Client().get(f"/api/v1/tournaments/{path}").json()


@built_once
def tournament() -> Tournament:
    return finished()


def test_standings_csv_has_round_results_that_average_to_total(tournament):
    head, *rows = rows_of("tournament_standings_file", tournament.code, "csv")
    assert head[:2] == ["Place", "Number"] or head[:3] == ["Place", "Shared", "Number"]
    assert [title for title in head if title.startswith("Round")] == [
        f"Round {number}" for number in range(1, 6)
    ]
    assert len(rows) == 6
    total = head.index("Total %")
    first = rows[0][head.index("Round 1") : total]
    mean = sum(float(figure) for figure in first) / 5
    assert mean == pytest.approx(float(rows[0][total]), abs=0.01)


def test_standings_file_matches_the_api(tournament):
    code = tournament.code
    api = api_of(f"{code}/standings/")["lists"][0]["lines"]
    items = items_of("tournament_standings_file", code)
    assert [item["total"] for item in items] == [line["total"]["value"] for line in api]
    assert [item["place"] for item in items] == [line["rank"] for line in api]
    assert [item["name"] for item in items] == [line["team"]["name"] for line in api]
    assert [[item[f"round_{number}"] for number in range(1, 6)] for item in items] == [
        [result["value"] for result in line["results"]] for line in api
    ]


def test_sit_out_round_has_no_result_in_file_and_api():
    tournament = make_drawn(5)
    fill_rounds(tournament, 5)
    code = rebuild(finish_tournament(tournament=tournament)).code
    items = items_of("tournament_standings_file", code)
    empty = [[item[f"round_{n}"] for n in range(1, 6)].count(None) for item in items]
    assert empty == [1, 1, 1, 1, 1]
    api = api_of(f"{code}/standings/")["lists"][0]["lines"]
    assert [line["results"].count(None) for line in api] == empty


def test_board_and_team_files_match_the_api(tournament):
    code = tournament.code
    api = api_of(f"{code}/boards/4/")["results"]
    items = items_of("tournament_board_file", code, 4)
    figures = {(row["round"], row["table"]): (row["ns_result"], row["ew_result"]) for row in items}
    assert figures == {
        (row["round"], row["table"]): (row["ns"]["value"], row["ew"]["value"]) for row in api
    }
    assert [item["net"] for item in items] == sorted((row["net"] for row in api), reverse=True)
    number = items[0]["ns_number"]
    own = [row for row in items_of("tournament_team_file", code, number) if row["board"] == 4]
    assert [row["result"] for row in own] == [items[0]["ns_result"]]
    assert [(row["contract"], row["net"]) for row in own] == [
        (items[0]["contract"], items[0]["net"])
    ]


def test_boards_file_has_only_counts_before_boards_are_over():
    tournament = make_drawn(6)
    fill_rounds(tournament, 1)
    code = rebuild(tournament).code
    items = items_of("tournament_boards_file", code)
    assert [item["is_over"] for item in items] == [True, True] + [False] * 8
    assert [(item["done"], item["total"]) for item in items[1:3]] == [(3, 3), (0, 3)]
    assert Client().get(reverse("tournament_board_file", args=[code, 3, "csv"])).status_code == 404
    open_lines = [row for row in items_of("tournament_team_file", code, 1) if row["board"] > 2]
    assert {(row["contract"], row["result"], row["outcome"]) for row in open_lines} == {
        (None, None, "open")
    }


@pytest.mark.sample
@pytest.mark.parametrize("language", SEPARATORS)
def test_csv_uses_the_language_words_separator_and_decimal_mark(language, tournament):
    code = tournament.code
    text = content_of("tournament_standings_file", code, "csv", language=language).decode()
    assert text.startswith("\ufeff")
    separator = SEPARATORS[language]
    head, *rows = rows_of(
        "tournament_standings_file", code, "csv", language=language, separator=separator
    )
    assert {len(row) for row in rows} == {len(head)}
    assert len(head) >= 10
    mark = "." if language == "en" else ","
    at = next(number for number, title in enumerate(head) if title.endswith(" %"))
    totals = [row[at] for row in rows]
    api = [line["total"]["value"] for line in api_of(f"{code}/standings/")["lists"][0]["lines"]]
    assert [float(total.replace(mark, ".")) for total in totals] == api
    assert all(mark in total for total in totals)
    assert ("Number" in head) is (language == "en")
    sniffed = csv.Sniffer().sniff(text.splitlines()[0], delimiters=",;")
    assert sniffed.delimiter == separator


def test_neutral_csv_is_the_same_in_every_language(tournament):
    code = tournament.code
    texts = {
        content_of("tournament_standings_file", code, "neutral.csv", language=language)
        for language in SEPARATORS
    }
    assert len(texts) == 1
    head, *rows = csv.reader(StringIO(texts.pop().decode()))
    assert head[0] == "place"
    assert [float(row[head.index("total")]) for row in rows] == [
        item["total"] for item in items_of("tournament_standings_file", code)
    ]


def test_xlsx_has_numeric_cells_equal_to_json(tournament):
    code = tournament.code
    sheet = load_workbook(BytesIO(content_of("tournament_standings_file", code, "xlsx"))).active
    head, *rows = sheet.iter_rows(values_only=True)
    items = items_of("tournament_standings_file", code)
    assert [row[head.index("Total %")] for row in rows] == [item["total"] for item in items]
    assert [row[head.index("Round 2")] for row in rows] == [item["round_2"] for item in items]
    assert {type(row[0]) for row in rows} == {int}
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}


def test_names_are_never_exported_as_formulas():
    tournament = make_tournament()
    for number, name in enumerate(("=HYPERLINK(1)", "+SUM(A1)", "-Ivan", "@cmd")):
        add_team(tournament=tournament, players=(name, f"Partner;=1+{number}"))
    draw_tournament(
        tournament=tournament,
        kind="barometer",
        params={"entrants": 4},
        by_lot=False,
        seed="07" * 32,
    )
    tournament.refresh_from_db()
    publish_draw(tournament=tournament)
    fill_rounds(tournament, 1)
    code = rebuild(tournament).code
    for form in ("csv", "neutral.csv"):
        head, *rows = rows_of("tournament_standings_file", code, form)
        names = [row[head.index("Pair" if form == "csv" else "name")] for row in rows]
        assert {name[:2] for name in names} == {"'=", "'+", "'-", "'@"}
        assert all(";'=1" in name for name in names)
    sheet = load_workbook(BytesIO(content_of("tournament_standings_file", code, "xlsx"))).active
    cells = [cell for row in sheet.iter_rows() for cell in row if "Partner" in str(cell.value)]
    assert {cell.value[0] for cell in cells} == {"=", "+", "-", "@"}
    assert {cell.data_type for cell in cells} == {"s"}


def test_text_file_is_aligned_in_columns(tournament):
    code = tournament.code
    lines = content_of("tournament_board_file", code, 4, "txt").decode().splitlines()
    assert lines[0] == "Autumn Pairs: Board 4"
    head, ruler, *rows = lines[2:]
    at = head.index("Contract")
    assert ruler[at - 1 : at + 1] == " -"
    assert len(rows) == 3
    assert all(row[at - 1] == " " and row[at] != " " for row in rows)


def test_hands_file_has_only_finished_boards_and_is_readable():
    tournament = make_drawn(6)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    url = reverse("tournament_hands_file", args=[tournament.code, "json"])
    text = Client().get(url, follow=True).content.decode()
    deals = json.loads(text)
    assert [deal["board"] for deal in deals] == [1, 2]
    boards = tournament.boards.select_related("deal").order_by("number")
    assert [deal["pack"] for deal in deals] == [board.dealt.pack for board in boards[:2]]
    assert variant_from_json(deals[0]["variant"]) == tournament.variant
    assert [each.pack for each in read_deals(text, 10)] == [deal["pack"] for deal in deals]
    sheet = Client().get(url.replace(".json", ".txt"), follow=True).content.decode()
    assert "Board 2, " in sheet
    assert "Board 3" not in sheet
    assert sheet.count("♠") == 8


def test_pages_link_every_file_format_without_script(client: Client, tournament):
    pages = {
        "tournament_standings": (), "tournament_board": (4,), "tournament_boards": (),
        "tournament_team": (1,),
    }  # fmt: skip
    for name, args in pages.items():
        html = client.get(
            reverse(name, args=[tournament.code, *args]), follow=True
        ).content.decode()
        for form in FORMS:
            address = reverse(f"{name}_file", args=[tournament.code, *args, form])
            assert f'href="{address}"' in html, (name, form)
