"""File formats of a table, all from the same columns and rows.

Formats for people are localised; formats for programs have English keys, codes, points
and commas.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.wording.texts import round_to
from tournaments.exports.cells import PLACES, UTF8_BOM, Cell, csv_text, decimal_mark, list_separator
from tournaments.exports.tables import CodedText, ColumnKind, Heading, Table, Value

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

WIDEST: Final = 40
NARROWEST: Final = 8
XLSX_FORMATS: Final = {
    ColumnKind.WHOLE: "0",
    ColumnKind.FIGURE: "0.00",
    ColumnKind.DATE: "yyyy-mm-dd",
}
NOT_IN_A_SHEET_NAME: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


@dataclass(frozen=True, slots=True)
class FileFormat:
    ending: str
    title: str | Promise
    media: str
    write: Callable[[Table], bytes]


def localised_cell(value: Value) -> Cell:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, CodedText):
        return value.text
    return value.isoformat() if isinstance(value, date) else value


def neutral_cell(value: Value) -> Cell:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, CodedText):
        return value.code
    return value.isoformat() if isinstance(value, date) else value


def csv_form(table: Table) -> bytes:
    """Localised CSV for spreadsheets."""
    rows = (map(localised_cell, row) for row in table.rows)
    head = [head.title for head in table.heads]
    text = csv_text(head, map(tuple, rows), list_separator(), decimal_mark())
    return (UTF8_BOM + text).encode()


def neutral_form(table: Table) -> bytes:
    """Language-neutral CSV for programs."""
    rows = (map(neutral_cell, row) for row in table.rows)
    return csv_text([head.key for head in table.heads], map(tuple, rows), ",", ".").encode()


def json_form(table: Table) -> bytes:
    """JSON: columns with kinds, rows as objects."""
    keys = [head.key for head in table.heads]
    body = {
        "table": table.name,
        "columns": [{"key": head.key, "kind": head.kind} for head in table.heads],
        "rows": [dict(zip(keys, map(json_cell, row), strict=True)) for row in table.rows],
    }
    return json.dumps(body, ensure_ascii=False, indent=1).encode()


def json_cell(value: Value) -> object:
    """A JSON value, rounded as in the API."""
    if isinstance(value, Fraction):
        return float(round_to(value, PLACES))
    return value if isinstance(value, bool) else neutral_cell(value)


def text_form(table: Table) -> bytes:
    """Plain text in aligned columns."""
    rows = [[text_cell(value) for value in row] for row in table.rows]
    titles = [head.title for head in table.heads]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    ruler = ["-" * width for width in widths]
    lines = [titles, ruler, *rows]
    body = [aligned_line(line, table.heads, widths) for line in lines]
    heading = [line for line in (table.title, table.about) if line]
    return ("\n".join([*heading, "", *body]) + "\n").encode()


def text_cell(value: Value) -> str:
    cell = localised_cell(value)
    if isinstance(cell, Fraction):
        return str(round_to(cell, PLACES)).replace(".", decimal_mark())
    return "" if cell is None else " ".join(str(cell).split())


def aligned_line(cells: list[str], heads: tuple[Heading, ...], widths: list[int]) -> str:
    return "  ".join(
        cell.rjust(width) if head.is_number else cell.ljust(width)
        for cell, head, width in zip(cells, heads, widths, strict=True)
    ).rstrip()


def xlsx_form(table: Table) -> bytes:
    """XLSX with typed cells; text never becomes a formula."""
    # Import lazily: most web processes never write XLSX.
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    book.properties.title = plain_text(table.title)
    sheet = book.create_sheet(sheet_name(table.title))
    sheet.freeze_panes = "A2"
    for number, head in enumerate(table.heads):
        cells = [text_cell(row[number]) for row in table.rows]
        width = max(map(len, [head.title, *cells]))
        sheet.column_dimensions[column_letter(number)].width = min(
            max(width + 2, NARROWEST), WIDEST
        )
    sheet.append([title_cell(sheet, head.title) for head in table.heads])
    for row in table.rows:
        sheet.append(
            [
                xlsx_cell(sheet, value, head.kind)
                for value, head in zip(row, table.heads, strict=True)
            ]
        )
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def sheet_name(title: str) -> str:
    """A valid sheet name: short, without path characters."""
    return " ".join(plain_text(title).translate(NOT_IN_A_SHEET_NAME).split())[:31]


def column_letter(number: int) -> str:
    """Letters of a sheet column, counted from 0."""
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(number + 1))


def title_cell(sheet: "WriteOnlyWorksheet", title: str) -> object:
    from openpyxl.styles import Font

    cell = xlsx_cell(sheet, title, ColumnKind.TEXT)
    cell.font = Font(bold=True)  # type: ignore[attr-defined]
    return cell


def xlsx_cell(sheet: "WriteOnlyWorksheet", value: Value, kind: ColumnKind) -> object:
    from openpyxl.cell import WriteOnlyCell

    if isinstance(value, date | None):
        shown: object = value
    else:
        spoken = localised_cell(value)
        shown = float(round_to(spoken, PLACES)) if isinstance(spoken, Fraction) else spoken
    if isinstance(shown, str):
        cell = WriteOnlyCell(sheet, plain_text(shown))
        cell.data_type = "s"
        return cell
    cell = WriteOnlyCell(sheet, shown)
    cell.number_format = XLSX_FORMATS.get(kind, "General")
    return cell


def plain_text(text: str) -> str:
    """Remove characters that a sheet cannot hold."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    return str(ILLEGAL_CHARACTERS_RE.sub("", text))


XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Final = {
    form.ending: form
    for form in (
        FileFormat("xlsx", _("Spreadsheet (XLSX)"), XLSX, xlsx_form),
        FileFormat("csv", _("Table (CSV)"), "text/csv; charset=utf-8", csv_form),
        FileFormat("txt", _("Text"), "text/plain; charset=utf-8", text_form),
        FileFormat("json", _("For programs (JSON)"), "application/json; charset=utf-8", json_form),
        FileFormat("neutral.csv", _("For programs (CSV)"), "text/csv; charset=utf-8", neutral_form),
    )
}
