"""Table files that a spreadsheet will open: none of their cells runs as a formula."""

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO

from django.http import HttpResponse

from games.wording.words import round_to

# A spreadsheet takes a text that begins so for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
Cell = str | int | Fraction | None


def safe_cell(value: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value


def csv_answer(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A file to keep; it begins with a mark that lets spreadsheets see UTF-8."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([cell_value(cell) for cell in row] for row in rows)
    response = HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "public, no-cache"
    return response


def cell_value(cell: Cell) -> str | int:
    """A cell as it is written: figures with two decimals, texts never as formulas."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return str(round_to(cell, 2))
    return str(safe_cell(cell)) if isinstance(cell, str) else cell
