from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import override

from tests.builders import make_tournament
from tests.tournaments.manage import address, client_of
from tournaments.clubs.selectors import players_of
from tournaments.entries.services.entries import add_teams

pytestmark = pytest.mark.django_db
FILES = Path(__file__).parent / "files"
TWO = [("Rose Blanc", "Yves Noir"), ("Jean Vert", "Lise Gris")]
PAIRS = {
    "bulgarian-cp1251.csv": [("Иван Петров", "Ели Ранкова")],
    "croatian-cp1250.csv": [("Šime Ćurić", "Žarko Đurđević")],
    "french-cp1252.txt": [("Régis Février", "Noémie Façon"), ("Luc Petit", "Anaïs Noël")],
    "german-cp1252.csv": [("Jürgen Müller", "Käthe Groß"), ("Anna Weber", "Jörg Schäfer")],
    "naam-1-naam-2.csv": TWO,
    "nom-1-nom-2.csv": TWO,
    "north-south.csv": TWO,
    "par-igrac.csv": [("Rosa Bijela", "Ivo Crni")],
    "team-name-and-players.csv": TWO,
    "uchastnik.csv": [("Роза Бяла", "Иво Черен")],
    "last-and-first.csv": [("Ruth Stone", "Omar Field"), ("Nora Lake", "Karl Hill")],
    "nom-prenom-one-partner.csv": [("Ruth Rocher", "Omar Champ")],
    "sep.csv": TWO,
    "numbers.txt": [
        ("Rocher", "Champ"), ("Lac", "Colline"), ("Pierre", "Bois"), ("Sable", "Vague"),
        ("Nuit", "Jour"), ("Ciel", "Mer"), ("Ana 2", "Boris"),
    ],
    "pasted.txt": TWO,
    "apostrophes.txt": [
        ("'t Woud", "Kees van 't Zand"), ("'s Heer", "d'Or"), ("Rose Blanc", "Yves Noir"),
    ],
}  # fmt: skip


def shown_rows(tournament, name):
    file = SimpleUploadedFile(name, (FILES / name).read_bytes())
    page = client_of(tournament).post(address("teams_list", tournament), {"text": "", "file": file})
    return page, [(row.names, row.problem) for row, _words in page.context["rows"]]


@pytest.mark.parametrize("name", PAIRS)
def test_file_yields_exactly_its_pairs(name):
    _page, rows = shown_rows(make_tournament(), name)
    assert rows == [(pair, None) for pair in PAIRS[name]]


def test_first_and_last_name_columns_give_single_players():
    _page, rows = shown_rows(make_tournament(unit="player"), "singles.csv")
    assert rows == [(("Ruth Stone",), None), (("Nora Stone",), None)]


def test_spelling_variants_across_lists_are_near_names():
    first, second, third = (made := make_tournament()), *(make_tournament(made.club) for _ in "23")
    for tournament, name in ((first, "evening-1.txt"), (second, "evening-2.txt")):
        page, rows = shown_rows(tournament, name)
        assert not page.context["near"]
        add_teams(tournament=tournament, teams=[names for names, _problem in rows])
    page, _rows = shown_rows(third, "evening-3.txt")
    assert page.context["near"] == {
        "Djordje Perić": ["Đorđe Perić"],
        "Ana Babic": ["Ana Babić"],
    }
    assert made.club.players.count() == 2


def test_croatian_players_are_sorted_by_their_alphabet():
    tournament = make_tournament()
    _page, rows = shown_rows(tournament, "players-hr.txt")
    add_teams(tournament=tournament, teams=[names for names, _problem in rows])
    with override("hr"):
        names = [each.name.split()[0] for each in players_of(tournament.club)]
    assert names == "Cvita Čedo Ćiro Dora Đuro Sanja Šime Tea Zora Žana".split()
