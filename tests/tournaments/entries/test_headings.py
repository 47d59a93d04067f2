import pytest

from tournaments.entries.headings import find_layout
from tournaments.entries.lists import read_file, read_text, validate_rows
from tournaments.exports.workbooks import UnreadableError

PLAYERS = {
    "Nr;Naam 1;Naam 2;Club": [(1,), (2,)],
    "Nom 1;Nom 2": [(0,), (1,)],
    "North;South": [(0,), (1,)],
    "Север;Юг;Клуб": [(0,), (1,)],
    "Par;Igrač 1;Igrač 2": [(1,), (2,)],
    "Team name;Player 1;Player 2": [(1,), (2,)],
    "Име на отбора;Играч 1;Играч 2": [(1,), (2,)],
    "Участник 1;Участник 2;Клуб": [(0,), (1,)],
    "№;Първи играч;Втори играч;Телефон": [(1,), (2,)],
    "R.br.;Ime i prezime 1. igrača;Ime i prezime 2. igrača": [(1,), (2,)],
    "Joueur n°1;Joueur n°2;Remarque": [(0,), (1,)],
    "1er joueur;2ème joueur": [(0,), (1,)],
    "Horodateur;Nom et prénom;Nom de votre partenaire;Adresse e-mail": [(1,), (2,)],
    "Timestamp;Email Address;Your name;Partner's name;Remarks": [(2,), (3,)],
    "Voor- en achternaam;Partner;GSM": [(0,), (1,)],
    "Spieler 1;Spieler 2;Verein": [(0,), (1,)],
    "Player;Partner;Paid;Here": [(0,), (1,)],
    "Surname;First name;Partner surname;Partner first name": [(1, 0), (3, 2)],
    "First name;Last name;Partner": [(0, 1), (2,)],
    "Nom;Prénom;Nom;Prénom": [(1, 0), (3, 2)],
    "Nom 1;Nom 2;Prénom 1;Prénom 2": [(2, 0), (3, 1)],
    "Nom de famille;Prénom;Partenaire": [(1, 0), (2,)],
    "Prezime;Ime;Prezime partnera;Ime partnera": [(1, 0), (3, 2)],
    "Achternaam 1;Voornaam 1;Achternaam 2;Voornaam 2": [(1, 0), (3, 2)],
    "Фамилия;Име;Фамилия на партньора;Име на партньора": [(1, 0), (3, 2)],
    "Име;Презиме;Фамилия": [(0, 1, 2)],
    "Achternaam;Tussenvoegsel;Voornaam;Partner": [(2, 1, 0), (3,)],
    "Mme/M.;Nom;Prénom;Partenaire": [(2, 1), (3,)],
    "Name;Vorname;Name Partner;Vorname Partner": [(1, 0), (3, 2)],
}


@pytest.mark.parametrize("heads", PLAYERS)
def test_player_columns_are_found(heads):
    layout = find_layout(heads.split(";"))
    assert layout is not None
    assert layout.players == PLAYERS[heads]


@pytest.mark.parametrize(
    "heads",
    [
        "Surname;Club",
        "Nom;Prénom;Xyz;Partenaire",
        "Nom;Nom;Prénom;Prénom",
        "Date;Heure",
        "Prénom;E-mail",
        "Player 1;Player 1",
    ],
)
def test_headings_without_clear_players_are_refused(heads):
    with pytest.raises(UnreadableError, match="no_players"):
        find_layout(heads.split(";"))


@pytest.mark.parametrize(
    "row", ["Rose Blanc;Yves Noir", "Ivo Par;Ana Naam", "Jan de Gast;Kim North"]
)
def test_player_names_are_not_headings(row):
    assert find_layout(row.split(";")) is None


def good(rows, size=(2, 2)):
    return [row.names for row in validate_rows(rows, (), size) if row.problem is None]


PAIRS = [("Rose Blanc", "Yves Noir"), ("Jean Vert", "Lise Gris")]
BODY = "Rose Blanc{0}Yves Noir\nJean Vert{0}Lise Gris"


@pytest.mark.parametrize(
    ("heading", "between"),
    [
        ("Joueur 1\tJoueur 2\n", "\t"), ("Играч 1\tИграч 2\n", "\t"), ("Naam\tPartner\n", "\t"),
        ("Igrač 1;Igrač 2\n", ";"), ("Player 1,Player 2\n", ","), ("sep=;\nNom 1;Nom 2\n", ";"),
        ("Player 1 / Player 2\n", " / "), ("Speler 1 - Speler 2\n", " - "), ("Names:\n", " / "),
        ("Двойки\n", " – "), ("", "\t"),
    ],
)  # fmt: skip
def test_pasted_headings_are_skipped(heading, between):
    assert good(read_text(heading + BODY.format(between))) == PAIRS


@pytest.mark.parametrize(
    "table",
    [
        "Giocante;Altro\nRose Blanc;Yves Noir\nJean Vert;Lise Gris\nAnn Red;Bo Blue",
        "Ludus 1;Ludus 2\nRose Blanc;Yves Noir\nJean Vert;Lise Gris",
    ],
)
def test_unknown_headings_are_flagged(table):
    rows = validate_rows(read_file("list.csv", table.encode()))
    assert [row.problem for row in rows][:2] == ["heading", None]


@pytest.mark.parametrize(
    ("table", "size", "names"),
    [
        ("First name;Last name\nRuth;Stone\nNora;Stone", 1, [("Ruth Stone",), ("Nora Stone",)]),
        ("First name;Last name\nRuth;Stone", 2, []),
        ("Nom;Prénom\nRocher;Ruth\nChamp;", 1, [("Ruth Rocher",)]),
        ("Nom;Prénom;Partenaire\nRocher;Ruth;Omar Champ\nLac;Lise;Omar", 2,
         [("Ruth Rocher", "Omar Champ")]),
        ("Stone;Ruth\nLake;Nora", 2, []),
        ("Name;Club\nStone, Ruth;East", 1, [("Stone, Ruth",)]),
        ("Name\nStone, Ruth\nAnn Lee / Bo Ray", 2, [("Ann Lee", "Bo Ray")]),
        ("North;South;East;West\nA B;C D;E F;G H", 2, []),
        ("Rose Blanc;Yves Noir;East\nJean Vert;;East\nAnn Red;Bo Blue;", 2, []),
        ("Player 1;Player 2\nBlanc, Rose;", 2, []),
        ("Par;Imena\n1;Ana Crni i Ivo Car", 2, [("Ana Crni", "Ivo Car")]),
        ("Imena\nAna Crni - Ivo Car (091 234 5678)", 2, [("Ana Crni", "Ivo Car")]),
    ],
)  # fmt: skip
def test_one_person_is_never_accepted_as_a_pair(table, size, names):
    rows = read_file("list.csv", table.encode(), size)
    assert good(rows, (size, size)) == names
