import io

import openpyxl
import pytest

from games.fields import clean_name
from tournaments.clubs.names import search_key
from tournaments.entries.lists import (
    MAX_ROWS,
    Problem,
    UnreadableError,
    as_text,
    read_file,
    read_text,
    validate_rows,
)


def names(text: str) -> list[tuple[str, ...]]:
    return [row.names for row in read_text(text)]


def problems(text: str, entered: tuple[str, ...] = ()) -> list[Problem | None]:
    return [row.problem for row in validate_rows(read_text(text), entered)]


@pytest.mark.parametrize(
    "line",
    [
        "Ана Колева – Явор Петров",
        "Ана Колева - Явор Петров",
        "Ана Колева—Явор Петров",
        "Ана Колева/Явор Петров",
        "Ана Колева & Явор Петров",
        "Ана Колева, Явор Петров",
        "Ана Колева; Явор Петров",
        "Ана Колева\tЯвор Петров",
        "Ана Колева и Явор Петров",
        "Ана Колева-Явор Петров",
        "12. Ана Колева – Явор Петров",
        "3)\tАна Колева\tЯвор Петров",
        "7\tАна Колева\tЯвор Петров",
        "  Ана   Колева  –  Явор Петров ; ",
        "„Ана Колева“ / „Явор Петров“",
        "\ufeffАна Колева – Явор Петров",
        "\u202eАна Колева\u202c – Явор\u200b Петров",
    ],
)
def test_every_separator_splits_two_names(line):
    assert names(line) == [("Ана Колева", "Явор Петров")]


def test_hyphen_inside_a_name_is_kept():
    assert names("Анна-Мария Иванова – Петър Петров") == [("Анна-Мария Иванова", "Петър Петров")]
    assert names("Анна-Мария Иванова") == [("Анна-Мария Иванова",)]
    assert names("Ivanov-Petrov") == [("Ivanov", "Petrov")]


def test_empty_lines_are_skipped_but_counted():
    rows = read_text("\n\nA B / C D\n   \nE F / G H\n")
    assert [(row.line, row.names) for row in rows] == [(3, ("A B", "C D")), (5, ("E F", "G H"))]


def test_rows_without_two_names_have_a_problem():
    assert problems("Ана Колева\nА Б / В Г / Д Е\nА Б – В Г / Д Е\nА Б / а б") == [
        Problem.ONE_NAME,
        Problem.TOO_MANY_NAMES,
        Problem.TOO_MANY_NAMES,
        Problem.SAME_NAMES,
    ]


def test_player_listed_twice_is_found_across_alphabets():
    rows = validate_rows(read_text("Иван Иванов / Ана Колева\nIvan Ivanov / Petar Petrov"))
    assert rows[0].problem is None
    assert rows[1].problem == Problem.TWICE_IN_LIST
    assert rows[1].about == "Ivan Ivanov (1)"


def test_invalid_row_does_not_reserve_its_names():
    assert problems("Иван Иванов\nИван Иванов / Ана Колева") == [Problem.ONE_NAME, None]


def test_already_entered_players_are_recognised():
    assert problems("ИВАН ИВАНОВ / Ана Колева", ("Иван Иванов",)) == [Problem.ENTERED_ALREADY]


def test_unusual_names_are_kept_or_flagged():
    assert problems("😀 Ана / Явор 🂡") == [None]
    assert names("😀 Ана / Явор 🂡") == [("😀 Ана", "Явор 🂡")]
    assert problems("😀 / Явор") == [Problem.NO_LETTERS]
    assert names("משה כהן / دانا علي") == [("משה כהן", "دانا علي")]
    assert problems("משה כהן / دانا علي") == [None]
    assert problems("Я" * 91 + " / Ана") == [Problem.TOO_LONG]
    assert problems("Я" * 90 + " / Ана") == [None]
    assert problems("123 / 456") == [Problem.NO_LETTERS]


def test_rows_past_the_limit_are_marked():
    text = "\n".join(f"A{number} / B{number}" for number in range(MAX_ROWS + 1))
    found = problems(text)
    assert found[MAX_ROWS - 1] is None
    assert found[MAX_ROWS] == Problem.TOO_MANY_ROWS


def test_too_much_text_is_refused():
    with pytest.raises(UnreadableError) as refused:
        read_text("A / B\n" * 20_000)
    assert refused.value.code == "too_long"


def test_rows_round_trip_through_text():
    rows = read_text("1. Ана – Явор\nБойко\nA / B / C")
    assert [row.names for row in read_text(as_text(rows))] == [row.names for row in rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_csv_with_headings_is_read_in_every_encoding(encoding):
    text = "№;Играч 1;Играч 2;Телефон\r\n1;Ана Колева;Явор Петров;088\r\n;;;\r\n2;Бойко;Стоян;\r\n"
    rows = read_file("list.csv", text.encode(encoding))
    assert [(row.line, row.names) for row in rows] == [
        (2, ("Ана Колева", "Явор Петров")),
        (4, ("Бойко", "Стоян")),
    ]


def test_csv_without_headings_uses_cells_with_letters():
    rows = read_file("list.csv", "1,Ана Колева,Явор Петров\n2,Бойко,Стоян\n".encode())
    assert [row.names for row in rows] == [("Ана Колева", "Явор Петров"), ("Бойко", "Стоян")]


def test_csv_with_one_column_is_split_into_pairs():
    rows = read_file("list.csv", "Двойка;Клуб\nАна – Явор;Сердика\nБойко;Сердика\n".encode())
    assert [row.names for row in rows] == [("Ана", "Явор"), ("Бойко",)]


def test_quoted_cells_keep_their_delimiter():
    rows = read_file("list.csv", b'Player 1,Player 2\n"Ivanov, Ivan",Petrov\n')
    assert [row.names for row in rows] == [("Ivanov, Ivan", "Petrov")]


def test_a_text_file_is_read_line_by_line():
    rows = read_file("list.txt", "Ана – Явор\nБойко / Стоян".encode())
    assert [row.names for row in rows] == [("Ана", "Явор"), ("Бойко", "Стоян")]


def sheet(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_spreadsheet_with_headings_and_numbers_is_read():
    content = sheet(("Nr", "Player 1", "Player 2"), (1, "Ана", "Явор"), (2, "Бойко", None))
    rows = validate_rows(read_file("list.xlsx", content))
    assert [(row.names, row.problem) for row in rows] == [
        (("Ана", "Явор"), None),
        (("Бойко",), Problem.ONE_NAME),
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"PK\x03\x04 broken", "no_table"),
        (b"\x00\x01\x02\x03", "no_table"),
        (b"x" * 1_000_001, "too_big"),
        (io.BytesIO(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00").getvalue(), "no_table"),
    ],
)
def test_invalid_list_file_is_rejected(content, code):
    with pytest.raises(UnreadableError) as refused:
        read_file("list.csv", content)
    assert refused.value.code == code


def test_clean_name_composes_and_strips_characters():
    assert clean_name("И\u0306ордан\u0000  \u202eПетров\n") == "Йордан Петров"


def test_search_keys_are_equal_across_alphabets():
    assert search_key("Йордан Щерев") == search_key("Yordan Shterev") == "iordan sterev"
    assert search_key("Élodie") == "elodie"
