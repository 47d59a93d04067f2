import base64
import json
from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, fill_rounds, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tournaments.exports.readers import MAX_BYTES, table_in
from tournaments.exports.workbooks import UnreadableError
from tournaments.models import Play, PlayScore, Result, StandingRow, StoredArchive, Tournament
from tournaments.results.file_rows import rows_in
from tournaments.results.services.result_files import judge_sheet, record_sheet

pytestmark = pytest.mark.django_db
HEADS = (
    ("round", "table", "board", "contract", "declarer", "contra", "NS points"),
    ("Кръг", "Маса", "Борд", "Обява", "Обявил", "Контра", "Точки С-Ю"),
    ("Tour", "Table", "Donne", "Contrat", "Déclarant", "Contre", "Points NS"),
    ("Kolo", "Stol", "Bord", "Ugovor", "Zvao", "Kontra", "Bodovi NS"),
    ("Ronde", "Tafel", "Spel", "Contract", "Speler", "Contra", "Punten NZ"),
)
ROWS = (("H", "N", "", 90), ("купа", "север", "0", 90), ("♥", "Nord", "", 90))


@built_once
def tournament() -> Tournament:
    return make_drawn(4)


def place(play: Play) -> tuple[int, int, int]:
    return play.sitting.round.number, play.sitting.table.number, play.board.number


def csv_of(*lines: Any) -> bytes:
    return "\n".join(";".join(map(str, line)) for line in lines).encode()


def judged(tournament: Tournament, content: bytes, **said: bool) -> Any:
    return judge_sheet(tournament, rows_in(table_in(content), tournament), **said)


@pytest.mark.parametrize("heads", HEADS, ids=lambda heads: heads[0])
def test_columns_are_recognised_by_headings_in_any_language(tournament, heads):
    plays = plays_of(tournament)[: len(ROWS)]
    lines = [(*place(play), *row) for play, row in zip(plays, ROWS, strict=True)]
    found = judged(tournament, csv_of(("Results", ""), heads, *lines), override=True)
    assert [each.faults for each in found] == [()] * len(ROWS)
    assert [each.play for each in found] == plays
    assert {each.entry.slip["contract"] for each in found} == {"H"}
    assert {tuple(each.entry.slip["points"].values()) for each in found} == {(90, 72)}


def test_invalid_rows_report_column_value_and_correct_score(tournament):
    first, second, *_rest = plays_of(tournament)
    lines = [
        HEADS[0] + ("NS score", "EW score"),
        (*place(first), "X", "O", "", 90, "", ""),
        (*place(second), "H", "N", "", "ninety", "", ""),
        (9, 9, 9, "H", "N", "", 90, "", ""),
        (*place(second), "H", "N", "", 90, 162, 0),
        (*place(second), "H", "N", "", 300, "", ""),
    ]
    faults = [
        [(fault.column, fault.found) for fault in each.faults]
        for each in judged(tournament, csv_of(*lines), override=True)
    ]
    assert faults[0] == [("contract", "X"), ("declarer", "O")]
    assert faults[1][0] == ("NS points", "ninety")
    assert len(faults[2]) == len(faults[3]) == len(faults[4]) == 1
    rules = judged(tournament, csv_of(lines[0], lines[4]), override=True)[0].faults[0].words
    assert rules.startswith("By the rules it is ")


def test_importing_a_sheet_twice_records_results_once(tournament):
    plays = plays_of(tournament)[:2]
    content = csv_of(HEADS[0], *[(*place(play), "H", "N", "", 90) for play in plays])
    director = director_of(tournament)
    for count in (2, 0):
        found = judged(tournament, content, override=True)
        said = {"override": True, "actor": director}
        assert record_sheet(tournament=tournament, judged=found, **said) == count
    assert Result.objects.count() == 2
    assert {play.state for play in plays_of(tournament, current__isnull=False)} == {"confirmed"}
    assert StoredArchive.objects.get().happened == "import"
    found = judged(
        tournament, csv_of(HEADS[0], (*place(plays[0]), "H", "N", "", 74)), override=True
    )
    assert (found[0].replaces, found[0].is_new) == (True, True)


def test_exported_results_csv_can_be_imported(tournament):
    fill_rounds(tournament, 1)
    client = Client()
    client.force_login(director_of(tournament))
    content = client.get(reverse("manage_results_csv", args=[tournament.code])).content
    found = judged(tournament, content, override=True)
    assert sum(each.stands for each in found) == Result.objects.count() > 0


def test_sheet_without_headings_is_rejected(tournament):
    with pytest.raises(UnreadableError) as refused:
        rows_in(table_in(b"1;2;3;H;N;90"), tournament)
    assert refused.value.code == "no_heads"


def workbook(*lines: Any) -> bytes:
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append(line)
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def test_sheet_import_works_by_page_and_api(tournament):
    client = Client()
    client.force_login(director_of(tournament))
    play, other = plays_of(tournament)[:2]
    address = reverse("manage_results_sheet", args=[tournament.code])
    content = workbook(HEADS[1], (*place(play), "купа", "север", None, 90))
    file = SimpleUploadedFile("results.xlsx", content)
    shown = client.post(address, {"file": file, "override": "on"})
    assert "1 result to record" in shown.content.decode()
    text = shown.context["form"].initial["text"]
    done = client.post(address, {"text": text, "override": "on", "store": "1"})
    assert done["Location"] == reverse("manage_files", args=[tournament.code])
    play.refresh_from_db()
    assert (play.current.contract, play.current.source) == ("H", "director")
    sent = base64.b64encode(csv_of(HEADS[0], (*place(other), "H", "N", "", 90), (9, 9, 9))).decode()
    body = json.dumps({"file": sent, "store": True, "override": True})
    found = client.post(
        reverse("api_results_sheet", args=[tournament.code]), body, "application/json"
    ).json()
    assert (found["stored"], found["wrong"][0]["line"]) == (1, 3)
    form = {"file": SimpleUploadedFile("evening.csv", base64.b64decode(sent)), "override": "true"}
    again = client.post(reverse("api_results_sheet", args=[tournament.code]), form).json()
    assert (again["stored"], again["standing"], again["wrong"]) == (0, 1, found["wrong"])
    large = {"file": SimpleUploadedFile("evening.csv", b"x" * (MAX_BYTES + 1))}
    answer = client.post(reverse("api_results_sheet", args=[tournament.code]), large)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert client.post(address, {}).status_code == 422


def test_import_pages_have_a_required_file_field(tournament):
    client = Client()
    client.force_login(director_of(tournament))
    for name in ("manage_results_sheet", "manage_files"):
        page = client.get(reverse(name, args=[tournament.code])).content.decode()
        assert 'type="file"' in page
        assert "(optional)" not in page
    assert "No automatic archive yet" in page


def test_usebio_export_has_standings_and_all_travellers(tournament):
    fill_rounds(tournament, 3)
    tournament = rebuild(tournament)
    client = Client()
    client.force_login(director_of(tournament))
    by_page = client.get(reverse("manage_usebio", args=[tournament.code]))
    assert client.get(reverse("api_usebio", args=[tournament.code])).content == by_page.content
    event = fromstring(by_page.content).find("EVENT")
    assert event is not None
    rows = list(StandingRow.objects.filter(tournament=tournament).select_related("team"))
    told = [
        (pair.findtext("PAIR_NUMBER"), (pair.findtext("PLACE") or "").rstrip("="))
        for pair in event.iter("PAIR")
    ]
    assert told == [(str(row.team.number), str(row.rank)) for row in rows]
    totals = [float(pair.findtext("TOTAL_SCORE") or "nan") for pair in event.iter("PAIR")]
    assert totals == [pytest.approx(float(Fraction(row.figure)), abs=0.00005) for row in rows]
    assert len(set(totals)) > 1
    assert traveller_rows(event) == travellers_of(tournament)


def traveller_rows(event: Element) -> list[tuple[int, ...]]:
    """Board, round, table, and values for both sides in ten-thousandths."""
    return sorted(
        (
            int(board.findtext("BOARD_NUMBER") or 0),
            int(line.findtext("ROUND_NUMBER") or 0),
            int(line.findtext("TABLE_NUMBER") or 0),
            round(Fraction(line.findtext("NS_MATCH_POINTS") or "-1") * 10_000),
            round(Fraction(line.findtext("EW_MATCH_POINTS") or "-1") * 10_000),
        )
        for board in event.iter("BOARD")
        for line in board.iter("TRAVELLER_LINE")
    )


def travellers_of(tournament: Tournament) -> list[tuple[int, ...]]:
    scores = PlayScore.objects.filter(play__sitting__round__tournament=tournament)
    assert scores.count() == len(plays_of(tournament)) > 1
    return sorted(
        (
            score.play.board.number,
            *place(score.play)[:2],
            round(Fraction(score.ns_figure) * 10_000),
            round(Fraction(score.ew_figure) * 10_000),
        )
        for score in scores
    )
