import base64
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.builders import make_drawn, make_tournament, plays_of
from tests.tournaments.manage import address, client_of

pytestmark = pytest.mark.django_db
FILES = [
    ("Régis Février", "Noémie Façon", "utf-8"),
    ("Режис Феврие", "Ноеми Фасон", "utf-8-sig"),
    ("Šime Ćurić", "Žarko Đurđević", "utf-16"),
    ("Šime Ćurić", "Žarko Đurđević", "cp1250"),
    ("Иван Петров", "Ели Ранкова", "cp1251"),
    ("Jürgen Müller", "Käthe Groß", "cp1252"),
    ("Régis Février", "Noémie Façon", "mac_roman"),
    ("Šime Ćurić", "Žarko Đurđević", "iso8859-2"),
    ("Иван Петров", "Ели Ранкова", "cp866"),
]
DOUBTFUL = "Player 1;Player 2\nLuc Morè;Ana Belè".encode("cp1252")


@pytest.mark.parametrize(("first", "second", "encoding"), FILES)
def test_every_encoding_is_read_by_page_and_api(first, second, encoding):
    tournament = make_tournament()
    client = client_of(tournament)
    content = f"Player 1;Player 2\r\n{first};{second}\r\n".encode(encoding)
    file = SimpleUploadedFile("list.csv", content)
    page = client.post(address("teams_list", tournament), {"text": "", "file": file})
    assert [row.names for row, _words in page.context["rows"]] == [(first, second)]
    path = f"/api/v1/tournaments/{tournament.code}/teams/list/"
    sent = {"file": base64.b64encode(content).decode(), "file_name": "list.csv"}
    shown = client.post(f"{path}preview/", json.dumps(sent), "application/json").json()
    assert shown["rows"][0]["names"] == [first, second]
    form = {"file": SimpleUploadedFile("list.csv", content), "file_name": "list.csv"}
    assert client.post(path, form).status_code == 201
    assert tournament.teams.get().name == f"{first} – {second}"


def test_page_asks_to_choose_between_encodings():
    tournament = make_tournament()
    client = client_of(tournament)
    file = SimpleUploadedFile("list.csv", DOUBTFUL)
    page = client.post(address("teams_list", tournament), {"text": "", "file": file})
    body = page.content.decode()
    assert page.status_code == 422
    assert "Luc Morè;Ana Belè" in body
    assert "Luc Morč;Ana Belč" in body
    sent = {"text": "", "kept": page.context["form"]["kept"].value(), "encoding": "cp1250"}
    page = client.post(address("teams_list", tournament), sent)
    assert [row.names for row, _words in page.context["rows"]] == [("Luc Morč", "Ana Belč")]


def test_api_requires_encoding_when_ambiguous():
    tournament = make_tournament()
    client = client_of(tournament)
    path = f"/api/v1/tournaments/{tournament.code}/teams/list/preview/"
    sent = {"file": base64.b64encode(DOUBTFUL).decode(), "file_name": "list.csv"}
    refused = client.post(path, json.dumps(sent), "application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "which_encoding")
    assert "cp1252" in refused.content.decode()
    shown = client.post(path, json.dumps({**sent, "encoding": "cp1252"}), "application/json")
    assert shown.json()["rows"][0]["names"] == ["Luc Morè", "Ana Belè"]
    both = client.post(path, json.dumps({**sent, "text": "A / B"}), "application/json")
    assert (both.status_code, both.json()["code"]) == (400, "text_or_file")


@pytest.mark.parametrize(
    ("heads", "row", "encoding"),
    [
        ("Tour;Table;Donne;Contrat;Déclarant;Points NS", "cœur;Nord", "cp1252"),
        ("Tour;Table;Étui;Contrat;Déclarant;Points NS", "P;Nord", "mac_roman"),
        ("Кръг;Маса;Борд;Обява;Обявил;Точки С-Ю", "купа;север", "cp1251"),
        ("Kolo;Stol;Bord;Ugovor;Zvač;Bodovi NS", "herc;sjever", "cp1250"),
        ("Kolo;Stol;Bord;Ugovor;Zvač;Bodovi NS", "herc;sjever", "cp852"),
    ],
)
def test_results_sheet_is_read_in_any_encoding(heads, row, encoding):
    tournament = make_drawn(4)
    play = plays_of(tournament)[0]
    board = f"{play.sitting.round.number};{play.sitting.table.number};{play.board.number}"
    content = f"{heads}\n{board};{row};92".encode(encoding)
    sent = {"file": SimpleUploadedFile("results.csv", content), "override": "true"}
    done = client_of(tournament).post(f"/api/v1/tournaments/{tournament.code}/results/sheet/", sent)
    assert (done.json()["good"], done.json()["wrong"]) == (1, [])
