import pytest

from tournaments.entries.lists import as_text, read_text, validate_rows

PAIRS = [("Rocher", "Champ"), ("Lac", "Colline"), ("Pierre", "Bois")]


@pytest.mark.parametrize(
    "numbers",
    [
        ("1 ", "02 ", "3 - "), ("N°5 : ", "N° 6 ", "n°7 "), ("#6 ", "#7 ", "#8 "),
        ("1) ", "2) ", "3) "),
        ("1. ", "2. ", "3. "), ("Paire 1 : ", "Paire 2 : ", "Paire 3 : "), ("№1 ", "№ 2 ", "№3. "),
        ("Двойка 1: ", "Двойка 2: ", "Двойка 3: "), ("Par 7 - ", "Par 8 - ", "Par 9 - "),
        ("Koppel 1 ", "Koppel 2 ", "Koppel 3 "),
        ("nr. 1 ", "nr. 2 ", "nr. 3 "),
        ("(1) ", "(2) ", "(3) "),
        ("I. ", "II. ", "III. "), ("- ", "• ", "* "), ("a) ", "b) ", "c) "), ("", "", ""),
        ("1/ ", "2/ ", "5/ "), ("1\ufe0f\u20e3 ", "2\ufe0f\u20e3 ", "3\ufe0f\u20e3 "),
    ],
)  # fmt: skip
def test_running_numbers_are_not_part_of_names(numbers):
    text = "\n".join(number + " / ".join(pair) for number, pair in zip(numbers, PAIRS, strict=True))
    rows = validate_rows(read_text(text))
    assert [row.names for row in rows] == PAIRS
    assert {row.problem for row in rows} == {None}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5 Rocher / Champ", "number"),
        ("3 Rocher / Champ\n2 Lac / Colline", "number"),
        ("Rocher 512 pts / Champ", "number"),
        ("Мьller / Ana", "garbled"),
        ("Мuller Jan / Ana", "garbled"),
        ("JÃ¼rgen Muller / Ana", "garbled"),
        ("Ren\ufffde / Ana", "garbled"),
        ("Blanc, Rose", "one_or_two"),
        ("? Rose / Yves", "doubt"),
        ("The Owls: Rose Blanc / Yves Noir", "doubt"),
    ],
)
def test_doubtful_row_has_a_problem(text, problem):
    rows = validate_rows(read_text(text))
    assert rows[0].problem == problem
    assert validate_rows(read_text(as_text(rows)))[0].problem is not None


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("'t Woud / Kees van 't Zand", ("'t Woud", "Kees van 't Zand")),
        ("'s Heer / d'Or", ("'s Heer", "d'Or")),
        ("’t Hart / ’s Gravesande", ("’t Hart", "’s Gravesande")),
        ("Sean O'Neil / Jean d’Or", ("Sean O'Neil", "Jean d’Or")),
        ("\"Rose Blanc\" / 'Yves Noir'", ("Rose Blanc", "Yves Noir")),
        ("«Rose Blanc» / „Yves Noir“", ("Rose Blanc", "Yves Noir")),
        ("“Rose Blanc” – ‘Yves Noir’", ("Rose Blanc", "Yves Noir")),
        ('"Blanc, Rose"; "Noir, Yves"', ("Blanc, Rose", "Noir, Yves")),
        ("Ana 2 / Boris", ("Ana 2", "Boris")),
        ("L'Hermitte, D'Angelo", ("L'Hermitte", "D'Angelo")),
        ("Jan de Gast / Kim Vos", ("Jan de Gast", "Kim Vos")),
    ],
)
def test_apostrophes_are_kept_and_quotes_removed(line, names):
    [row] = read_text(line)
    assert row.names == names


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Stone, Ruth", None), ("Anna-Maria Stone", None), ("1. Ruth Stone", None),
        ("Ruth Stone, Nora Lake", "too_many_names"), ("Ruth Stone / Nora Lake", "too_many_names"),
        ("Ruth and Nora", "too_many_names"), ("7 Ruth Stone", "number"),
    ],
)  # fmt: skip
def test_single_player_row_is_validated(line, problem):
    [row] = validate_rows(read_text(line), (), (1, 1))
    assert row.problem == problem
