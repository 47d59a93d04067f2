"""Cells as text, formula-safe and localised."""

import csv
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from typing import Final

from django.http import HttpResponse
from django.utils.formats import get_format

from games.wording.texts import round_to

# Spreadsheets interpret text with these prefixes as formulas.
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
FORMULA_AFTER_SEPARATOR: Final = re.compile(r"([,;\t\r\n]\s*)([=+\-@])")
"""Spreadsheets can split text at another separator than the file's."""
PLACES: Final = 2
UTF8_BOM: Final = "\ufeff"
"""Lets spreadsheets detect UTF-8."""
Cell = str | int | Fraction | None


def safe_cell(value: object) -> object:
    """Prefix an apostrophe to text that would run as a formula."""
    return safe_text(value) if isinstance(value, str) else value


def safe_text(text: str) -> str:
    safe = FORMULA_AFTER_SEPARATOR.sub(r"\1'\2", text)
    return f"'{safe}" if safe.startswith(FORMULA_PREFIXES) else safe


def decimal_mark() -> str:
    return str(get_format("DECIMAL_SEPARATOR"))


def list_separator() -> str:
    """The spreadsheet column separator of the active language."""
    return ";" if decimal_mark() == "," else ","


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str, mark: str) -> str:
    """CSV text with the given separator and decimal mark."""
    text = StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerow([safe_text(cell) for cell in head])
    writer.writerows([cell_text(cell, mark) for cell in row] for row in rows)
    return text.getvalue()


def csv_answer(name: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A CSV download that opens in columns in the active language."""
    text = csv_text(head, rows, list_separator(), decimal_mark())
    response = HttpResponse(UTF8_BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "public, no-cache"
    return response


def cell_text(cell: Cell, mark: str) -> str | int:
    """Text of a cell: two decimals, formula-safe."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return str(round_to(cell, PLACES)).replace(".", mark)
    return safe_text(cell) if isinstance(cell, str) else cell
