import io

import openpyxl
import pytest

from tournaments.entries.lists import read_file, read_text, validate_rows
from tournaments.entries.rows import Problem
from tournaments.exports.workbooks import UnreadableError, lines_of

PAIR = [("Ruth Stone", "Omar Field")]
SINGLE = (1, 1)


def accepted_names(rows, size=(2, 2)):
    return [row.names for row in validate_rows(rows, (), size) if row.problem is None]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Åsa Öberg;Søren Kjær", "cp1252"), ("François Œuvrard;Maëlys Lœss", "iso8859-15"),
        ("Željko Čović;Đuro Šušnjar", "cp852"), ("Ђорђе Љубичић;Његош Џајић", "iso8859-5"),
        ("Ѓорѓи Ќосев;Ѕвезда Јанева", "cp1251"),
        ("Şükrü Ağaoğlu;İpek Çağlar", "cp1254"), ("Łukasz Wiśniewski;Ewa Źrebiec", "cp1250"),
        ("Győző Kővári;Ödön Fűzfa", "cp1250"), ("Ștefan Țepeș;Ioana Brâncuși", "utf-16"),
    ],
)  # fmt: skip
def test_letters_of_related_languages_are_read(text, encoding):
    content = f"Player 1;Player 2\n{text}".encode(encoding)
    assert accepted_names(read_file("list.csv", content)) == [tuple(text.split(";"))]


@pytest.mark.parametrize("heads", ["N;S", "С;Ю", "Prvi;Drugi", "Home;Away", "Speler Noord;Zuid"])
def test_abbreviated_headings_are_skipped(heads):
    content = f"{heads}\nRuth Stone;Omar Field".encode()
    assert accepted_names(read_file("list.csv", content)) == PAIR


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        ("Voornaam;Tussenvoegsel;Achternaam;Partner", "Ruth;;Stone;Omar Field"),
        (
            "Клеймо за време;Вашето име;Име на партньора ви",
            "12.05.2026 14:33;Ruth Stone;Omar Field",
        ),
        ("Player 1;;Player 2;\nSurname;First name;Surname;First name", "Stone;Ruth;Field;Omar"),
        ("Igrač 1;;Igrač 2;\nIme;Prezime;Ime;Prezime", "Ruth;Stone;Omar;Field"),
        ("Nr;Joueur 1;;Joueur 2;\n;Nom;Prénom;Nom;Prénom", "1;Stone;Ruth;Field;Omar"),
        ("№;Играч 1;;Играч 2;\n;Име;Фамилия;Име;Фамилия", "1;Ruth;Stone;Omar;Field"),
    ],
)
def test_separate_name_columns_are_joined(heads, row):
    assert accepted_names(read_file("list.csv", f"{heads}\n{row}".encode())) == PAIR


@pytest.mark.parametrize(
    "start",
    ["1° ", "1.- ", "1 = ", "[1] ", "1) ", "N°5 : ", "#7 ", "Br. 4 ", "№ 3. ", "Двойка 5: "],
)
def test_running_numbers_are_left_out(start):
    assert accepted_names(read_text(f"{start}Ruth Stone / Omar Field")) == PAIR


@pytest.mark.parametrize(
    "text",
    [
        "Ruth Stone <ruth@example.org>; Omar Field <omar@example.org>",
        "Ruth Stone (ruth@example.org) / Omar Field www.example.org",
        "Ruth Stone https://example.org/ruth / Omar Field",
        "Ruth Stone tel. 0888123456 / Omar Field / 0888 12 34 56",
    ],
)
def test_addresses_are_removed_from_names(text):
    assert accepted_names(read_text(text)) == PAIR


def test_apostrophe_variants_are_kept():
    rows = read_text("d`Or / l´Ours\nO´Brien / Dell'Acqua\nJan in 't Veld / Д'Артанян")
    assert accepted_names(rows) == [
        ("d`Or", "l´Ours"), ("O´Brien", "Dell'Acqua"), ("Jan in 't Veld", "Д'Артанян"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "NS1 Ruth Stone / Omar Field", "= Ruth Stone / Omar Field", "#N/A / Omar Field",
        "Ruth #REF! / Omar Field", "@ruth / @omar", "JÃ¼rgen Müller / Omar Field",
    ],
)  # fmt: skip
def test_row_with_nameless_cell_is_not_accepted(text):
    assert accepted_names(read_text(text)) == []


@pytest.mark.parametrize(
    "table",
    [
        "Player 1;Player 2\nRuth Stone, Omar Field;Nora Lake, Karl Hill",
        "Player 1;Player 2\nRuth Stone / Omar Field;Nora Lake / Karl Hill",
        "Играч 1;Играч 2\nРут и Омар;Нора и Карл",
        "Ruth Stone;BC Oost\nNora Lake;BC Oost",
    ],
)
def test_rows_with_unrelated_cells_are_not_accepted(table):
    assert accepted_names(read_file("list.csv", table.encode())) == []


@pytest.mark.parametrize(
    "title",
    ["Waiting list", "Liste des joueurs", "Deelnemerslijst", "Списък на участниците", "Klub",
     "Lista igrača"],
)  # fmt: skip
def test_titles_and_totals_are_not_single_players(title):
    rows = read_text(f"{title}\nRuth Stone\nTotal 1\nUkupno\nОбщо")
    assert accepted_names(rows, SINGLE) == [("Ruth Stone",)]


@pytest.mark.parametrize("title", ["Pairs, spring evening", "Parovi / Total", "Liste – paires"])
def test_two_part_titles_are_not_pairs(title):
    assert accepted_names(read_text(f"{title}\nRuth Stone;Omar Field")) == PAIR


def book(*rows):
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    return made


def saved(made):
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def test_hidden_rows_are_flagged_and_columns_skipped(monkeypatch):
    made = book(["Ruth Stone", "Omar Field", "Secret"], ["Nora Lake", "Karl Hill", "Secret"])
    made.active.row_dimensions[2].hidden = True
    made.active.column_dimensions["C"].hidden = True
    monkeypatch.setattr("tournaments.exports.readers.sheet_lines", lines_of)
    rows = validate_rows(read_file("list.xlsx", saved(made)))
    assert [row.problem for row in rows] == [None, Problem.DOUBT]
    assert rows[0].names == PAIR[0]


def test_several_filled_sheets_are_refused():
    made = book(["Ruth Stone", "Omar Field"])
    made.create_sheet("old").append(["Nora Lake", "Karl Hill"])
    with pytest.raises(UnreadableError, match="several_sheets"):
        lines_of(saved(made))
    made["old"].sheet_state = "hidden"
    assert [cells[:2] for _line, cells in lines_of(saved(made))] == [list(PAIR[0])]


def test_integer_cells_have_no_decimals_and_errors_are_kept():
    [(_line, cells)] = lines_of(saved(book([3.0, 2.5, True, "#N/A", None])))
    assert cells[:5] == ["3", "2.5", "1", "#N/A", ""]
