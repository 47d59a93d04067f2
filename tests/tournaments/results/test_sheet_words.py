from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.belot import PRESETS
from tournaments.results.file_rows import rows_in

TOURNAMENT: Any = SimpleNamespace(is_open_play=False, variant=PRESETS["bulgarian"])
HEADS = {
    "en": "Round Table Board Contract Declarer NS_points",
    "bg": "Кръг Маса Борд Обява Обявил Точки_С-Ю",
    "fr": "Tour Table Donne Contrat Déclarant Points_NS",
    "hr": "Kolo Stol Bord Ugovor Zvao Bodovi_NS",
    "nl": "Ronde Tafel Spel Contract Speler Punten_NZ",
}


def read(language, *rows):
    heads = [head.replace("_", " ") for head in HEADS[language].split()]
    lines = [(1, heads), *((at, ["1", "1", "1", *row]) for at, row in enumerate(rows, start=2))]
    return rows_in(lines, TOURNAMENT)


def contract_in(language, text, others=()):
    return read(language, (text, "", "92"), *((other, "", "92") for other in others))[0].slip


@pytest.mark.parametrize(
    ("language", "text", "contract"),
    [
        ("en", "♥\ufe0f", "H"), ("en", "♠\ufe0e", "S"), ("en", "❤\ufe0f", "H"), ("en", "♢", "D"),
        ("en", "♡", "H"), ("en", "♤", "S"), ("en", "♧\ufe0f", "C"), ("en", "N.T.", "NT"),
        ("fr", "P", "S"), ("fr", "C", "H"), ("fr", "K", "D"), ("fr", "Ca", "D"), ("fr", "T", "C"),
        ("fr", "SA", "NT"), ("fr", "S.A.", "NT"), ("fr", "T.A.", "AT"), ("fr", "cœur", "H"),
        ("fr", "TRÈFLE", "C"), ("fr", "sans-atout", "NT"), ("hr", "P", "S"), ("hr", "T", "C"),
        ("hr", "K", "D"), ("hr", "BA", "NT"), ("hr", "SA", "AT"), ("hr", "bez aduta", "NT"),
        ("nl", "K", "C"), ("nl", "R", "D"), ("nl", "S", "S"), ("nl", "SA", "NT"),
        ("nl", "ZT", "NT"),
        ("bg", "П", "S"), ("bg", "С", "C"), ("bg", "БК", "NT"), ("bg", "В.К.", "AT"),
        ("bg", "К", None), ("hr", "S", None), ("en", "SA", None), ("en", "K", None),
        ("en", "T", None), ("nl", "T", None),
    ],
)  # fmt: skip
def test_contract_is_parsed_in_the_heading_language(language, text, contract):
    assert contract_in(language, text).get("contract") == contract


def test_codes_in_a_french_column_make_letter_c_ambiguous():
    assert contract_in("fr", "C", ["D"])["contract"] is None
    assert contract_in("fr", "C", ["P", "T"])["contract"] == "H"


@pytest.mark.parametrize(
    ("language", "letters", "seats"),
    [
        ("en", "NWSE", "NWSE"), ("fr", "NOSE", "NWSE"), ("nl", "NWZO", "NWSE"),
        ("hr", "SZJI", "NWSE"), ("bg", "СЗЮИ", "NWSE"), ("bg", "NWSE", "NWSE"),
    ],
)  # fmt: skip
def test_seat_is_parsed_in_the_heading_language(language, letters, seats):
    rows = read(language, *(("♥", letter, "92") for letter in letters))
    assert "".join(str(row.slip["declarer"]) for row in rows) == seats


def test_ambiguous_seat_letter_gives_no_declarer():
    assert read("en", ("♥", "O", "92"))[0].slip["declarer"] is None
    assert [row.slip["declarer"] for row in read("hr", ("♥", "S", "9"), ("♥", "E", "9"))] == [
        None,
        "E",
    ]


def test_letter_p_means_pass_in_english_unless_contradicted():
    assert read("en", ("P", "", ""))[0].slip == {"passed_out": True}
    p, c, h = read("en", ("P", "N", "92"), ("C", "S", "101"), ("H", "S", "101"))
    assert (p.slip["contract"], c.slip["contract"], h.slip["contract"]) == (None, None, "H")


def test_headings_in_two_languages_make_letters_ambiguous():
    heads = ["Tour", "Table", "Board", "Contract", "Declarer", "Points NS"]
    lines = [(1, heads), (2, ["1", "1", "1", "C", "N", "92"]), (3, ["1", "1", "1", "♥", "N", "92"])]
    assert [row.slip["contract"] for row in rows_in(lines, TOURNAMENT)] == [None, "H"]


@pytest.mark.parametrize("language", HEADS)
@pytest.mark.parametrize(("seat", "points"), [("N", ""), ("", "92"), ("N", "92")])
def test_passed_out_row_with_seat_or_points_is_rejected(language, seat, points):
    words = {"en": "pass", "bg": "пас", "fr": "passe", "hr": "dalje", "nl": "pas"}
    row, empty = read(language, (words[language], seat, points), (words[language], "", ""))
    assert row.faults
    assert (empty.faults, empty.slip) == ([], {"passed_out": True})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 044", 1044), ("1.100", 1100), ("1'044", 1044), ("1’044", 1044), ("1\u00a0044", 1044),
        ("1\u202f044", 1044), ("1\u2009044", 1044), ("92.0", 92), ("92,00", 92), ("+92", 92),
        ("1.044.000", 1044000), ("1.000", None), ("10 44", None), ("1 044.5", None), ("9.5", None),
    ],
)  # fmt: skip
def test_points_allow_thousands_separators(text, value):
    [row] = read("en", ("♥", "N", text))
    assert row.slip["points"].get("NS") == value
    assert bool(row.faults) == (value is None)


CONTRACTS = {
    "en": {"C": "C", "D": "D", "H": "H", "S": "S", "NT": "NT", "AT": "AT"},
    "bg": {"С": "C", "каро": "D", "купа": "H", "П": "S", "БК": "NT", "ВК": "AT", "К": "?"},
    "fr": {"T": "C", "K": "D", "C": "H", "P": "S", "SA": "NT", "TA": "AT", "D": "?"},
    "hr": {"T": "C", "K": "D", "H": "H", "P": "S", "BA": "NT", "SA": "AT", "S": "?"},
    "nl": {"K": "C", "R": "D", "H": "H", "S": "S", "SA": "NT", "AT": "AT", "D": "?"},
}
SEATS = {"en": "NWSE", "bg": "СЗЮИ", "fr": "NOSE", "hr": "SZJI", "nl": "NWZO"}


@pytest.mark.parametrize("seed", range(10))
def test_random_sheet_rows_are_never_misread(seed):
    dice = Random(seed)
    for _sheet in range(20):
        language = dice.choice(list(HEADS))
        words = CONTRACTS[language]
        rows = [
            (dice.choice(list(words)), dice.choice(SEATS[language]), str(dice.randrange(163)))
            for _row in range(dice.choice([1, 4, 9]))
        ]
        for written, row in zip(rows, read(language, *rows), strict=True):
            expected = "NWSE"[SEATS[language].index(written[1])]
            if words[written[0]] != "?" and not row.faults:
                assert row.slip["contract"] == words[written[0]], (language, rows)
                assert row.slip["declarer"] == expected, (language, rows)
                assert row.slip["points"]["NS"] == int(written[2])
