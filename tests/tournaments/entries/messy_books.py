import io
import re
import zipfile
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any, Final

import openpyxl
from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from tests.tournaments.entries.messy import (
    APART,
    FIRST,
    Messy,
    Pairs,
    Rows,
    headless,
    people_of,
    split_names,
    table,
)

TITLES: Final = {
    "en": "Pairs, spring evening", "bg": "Записани двойки", "fr": "Paires inscrites",
    "hr": "Prijavljeni parovi", "nl": "Ingeschreven paren",
}  # fmt: skip
PLAYERS: Final = {
    "en": ("Player 1", "Player 2"), "bg": ("Играч 1", "Играч 2"), "fr": ("Joueur 1", "Joueur 2"),
    "hr": ("Igrač 1", "Igrač 2"), "nl": ("Speler 1", "Speler 2"),
}  # fmt: skip
ERRORS: Final = ("#N/A", "#REF!", "#NAME?", "#VALUE!")
FORMATS: Final = ("0", "0.00", '"N° "0', '0". "', "@", "General", "000")


def messy_book(seed: int) -> Messy:
    dice = Random(seed)
    language = dice.choice(list(FIRST))
    people = people_of(language, dice)
    pairs = list(zip(people[::2], people[1::2], strict=True))[: dice.choice([1, 2, 3, 5])]
    shape = dice.choice([table, split_names, headless, two_levels, two_lines, one_cell, abreast])
    rows = shape(language, pairs, dice)
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    top, left = dice.choice([0, 0, 1, 3]), dice.choice([0, 0, 1, 2])
    if shape is not headless and dice.random() < 0.4:
        sheet.cell(1, 1, TITLES[language])
        sheet.merge_cells(start_row=1, end_row=1, start_column=1, end_column=4)
        top += dice.choice([1, 2])
    for y, row in enumerate(rows, start=top + 1):
        for x, text in enumerate(row, start=left + 1):
            write_cell(sheet.cell(y, x), text, dice)
    if shape is two_levels and dice.random() < 0.7:
        for x in (1, 3):
            sheet.merge_cells(start_row=top + 1, end_row=top + 1, start_column=left + x,
                              end_column=left + x + 1)  # fmt: skip
    add_noise(book, sheet, top, dice)
    content = io.BytesIO()
    book.save(content)
    expected = [(" ".join(one), " ".join(two)) for one, two in pairs]
    return Messy("list.xlsx", with_false_dimensions(content.getvalue(), dice), expected)


def two_levels(language: str, pairs: Pairs, dice: Random) -> Rows:
    """Family and given names below a row that numbers the players."""
    first, second = PLAYERS[language]
    last_name, first_name = APART[language][0].rstrip(" 1"), APART[language][1].rstrip(" 1")
    rows = [[one[1], one[0], two[1], two[0]] for one, two in pairs]
    return [[first, "", second, ""], [last_name, first_name] * 2, *rows]


def two_lines(language: str, pairs: Pairs, _dice: Random) -> Rows:
    """Pair on two lines, with its number in a cell merged over both."""
    lines = []
    for number, (one, two) in enumerate(pairs, start=1):
        lines += [[str(number), " ".join(one)], ["", " ".join(two)]]
    return [["#", PLAYERS[language][0].rstrip(" 1")], *lines]


def one_cell(language: str, pairs: Pairs, dice: Random) -> Rows:
    """Both names, or a name and a phone number, on lines of one cell."""
    heads = [dice.choice(["Pairs", "Двойки", "Paires", "Parovi", "Paren"])]
    if dice.random() < 0.5:
        return [heads, *([f"{' '.join(one)}\n{' '.join(two)}"] for one, two in pairs)]
    phone = "\n0888 123 456"
    rows = [[f"{' '.join(one)}{phone}", " ".join(two)] for one, two in pairs]
    return [list(PLAYERS[language]), *rows]


def abreast(language: str, pairs: Pairs, dice: Random) -> Rows:
    """Two blocks of pairs, with or without headings."""
    half = (len(pairs) + 1) // 2
    left = [[" ".join(one), " ".join(two)] for one, two in pairs[:half]]
    right = [[" ".join(one), " ".join(two)] for one, two in pairs[half:]]
    right += [["", ""]] * (half - len(right))
    rows = [[*one, "", *two] for one, two in zip(left, right, strict=True)]
    heads = [[*PLAYERS[language], "", *PLAYERS[language]]]
    return [*heads, *rows] if dice.random() < 0.5 else rows


def write_cell(cell: Any, text: str, dice: Random) -> None:
    """Write a cell like spreadsheet programs: numbers, dates, quoted texts."""
    if text.isdecimal():
        cell.value = dice.choice([int(text), float(text), text])
        cell.number_format = dice.choice(FORMATS)
    elif re.fullmatch(r"[\d ]{8,}", text) and dice.random() < 0.6:
        cell.value = int(text.replace(" ", ""))
    elif text[:1].isdecimal() and "2026" in text:
        day = date(2026, 5, 12)
        at = datetime(2026, 5, 12, 14, 33, 2)
        cell.value = dice.choice([text, day, at, time(14, 33), timedelta(days=2, hours=3)])
    else:
        cell.value = text or None
        cell.quotePrefix = dice.random() < 0.2
        cell.alignment = Alignment(wrap_text=dice.random() < 0.2)


def add_noise(book: openpyxl.Workbook, sheet: Worksheet, top: int, dice: Random) -> None:
    last = sheet.max_row
    if dice.random() < 0.3:
        book.create_sheet("2").sheet_state = dice.choice(["visible", "hidden"])
    if dice.random() < 0.2:
        other = book.create_sheet("old", dice.choice([0, 1]))
        other.sheet_state = dice.choice(["visible", "hidden", "veryHidden"])
        other.append(["Ana Old", "Boris Older"])
        book.active = book.sheetnames.index("old") if other.sheet_state == "visible" else sheet
    if dice.random() < 0.2:
        hidden = last + 1
        for x in range(1, sheet.max_column + 1):
            sheet.cell(hidden, x, f"Hidden {'AB'[x % 2]}{'x' * x}")
        sheet.row_dimensions[hidden].hidden = True
    if dice.random() < 0.2:
        x = sheet.max_column + 1
        for y in range(top + 2, last + 1):
            sheet.cell(y, x, "Secret Remark")
        sheet.column_dimensions[openpyxl.utils.get_column_letter(x)].hidden = True
    if dice.random() < 0.1:
        y, x = dice.randint(top + 1, last), dice.randint(1, sheet.max_column)
        if sheet.cell(y, x).value is not None:
            sheet.cell(y, x).value = dice.choice(ERRORS)
    if dice.random() < 0.1:
        sheet.cell(last + 2, 1, dice.choice(["Total", "Ukupno", "Общо"]))
        sheet.cell(last + 2, 2, "=COUNTA(B1:B9)")


def with_false_dimensions(content: bytes, dice: Random) -> bytes:
    """Same workbook with other claimed dimensions, and decimals in numbers."""
    if dice.random() < 0.6:
        return content
    claim = dice.choice(["A1", "A1:XFD1048576", "A1:B2"])
    with_decimals = dice.random() < 0.5
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            data = old.read(part)
            if part.startswith("xl/worksheets/"):
                data = re.sub(
                    rb'<dimension ref="[^"]*"', b'<dimension ref="%s"' % claim.encode(), data
                )
            if part.startswith("xl/worksheets/") and with_decimals:
                data = re.sub(rb"<v>(\d{1,2})</v></c>", rb"<v>\1.0</v></c>", data)
            new.writestr(part, data)
    return target.getvalue()
