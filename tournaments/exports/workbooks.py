"""XLSX files: checked before unpacking, then read in a subprocess.

A 200 kB file can unpack to gigabytes, claim a billion cells or nest entities. The
subprocess is ``python -m tournaments.exports.workbooks``.
"""

import json
import sys
import zipfile
from collections.abc import Iterable, Iterator
from datetime import timedelta
from io import BytesIO
from typing import IO, Final
from xml.etree import ElementTree

from jobs.sandbox import SandboxLimitError, limit_resources, run_sandboxed

MAX_PARTS: Final = 200
MAX_UNPACKED_BYTES: Final = 5_000_000
MAX_TAGS: Final = 400_000
"""XML tags per file: a filled cell has four; more take seconds to parse."""
MAX_ROWS: Final = 1_048_576
"""Excel's limit; parsing would loop up to a larger row number."""
MAX_LINES: Final = 1_000
"""Filled lines; a list of entrants can have 400."""
MAX_CELLS: Final = 40
MAX_CELL_LENGTH: Final = 300
TIMEOUT_SECONDS: Final = 10
MEMORY_LIMIT_MB: Final = 400
DEFINITIONS: Final = tuple(
    mark.encode(form)
    for mark in ("<!DOCTYPE", "<!ENTITY")
    for form in ("utf-8", "utf-16-le", "utf-16-be")
)

HIDDEN_ROW_PREFIX: Final = "?"
"""On each cell; callers treat it as unclear."""
YES: Final = ("1", "true")

SheetLine = tuple[int, list[str]]
"""Line number (from 1) and cells."""


class UnreadableError(ValueError):
    """Unreadable file; ``code`` is empty, too_big, too_much, too_long, no_table …."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def sheet_lines(content: bytes) -> list[SheetLine]:
    """Non-empty lines of the only visible sheet with content; raise UnreadableError."""
    try:
        answer = json.loads(
            run_sandboxed("tournaments.exports.workbooks", content, seconds=TIMEOUT_SECONDS)
        )
    except SandboxLimitError as error:
        raise UnreadableError("too_much") from error
    if isinstance(answer, str):
        raise UnreadableError(answer)
    return [(line, cells) for line, cells in answer]


def filled_lines(rows: Iterable[Iterable[object]]) -> list[SheetLine]:
    """Non-empty lines as text; raise UnreadableError if too many."""
    lines: list[SheetLine] = []
    for number, row in enumerate(rows, start=1):
        cells = [cell_text(cell)[:MAX_CELL_LENGTH] for cell in list(row)[:MAX_CELLS]]
        if any(cells):
            if len(lines) == MAX_LINES:
                raise UnreadableError("too_long")
            lines.append((number, cells))
    return lines


def cell_text(value: object) -> str:
    """A cell as text: whole numbers without decimals, booleans 1 or 0, durations empty."""
    if value is None or isinstance(value, timedelta):
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return str(value)


# Subprocess
# ----------------------------------------------------------------------------------


def main() -> None:
    limit_resources(seconds=TIMEOUT_SECONDS, megabytes=MEMORY_LIMIT_MB)
    # openpyxl imports NumPy if installed; its threads exceed the memory limit.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    try:
        answer: object = lines_of(sys.stdin.buffer.read())
    except UnreadableError as error:
        answer = error.code
    except Exception:  # zip, XML, memory and value errors of a damaged or hostile file
        answer = "no_table"
    json.dump(answer, sys.stdout)


def lines_of(content: bytes) -> list[SheetLine]:
    check_size(content)
    import openpyxl

    book = openpyxl.load_workbook(
        BytesIO(content), read_only=True, data_only=True, keep_links=False
    )
    filled: list[SheetLine] = []
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        sheet.reset_dimensions()  # the declared dimensions can be wrong
        rows = sheet.iter_rows(max_col=MAX_CELLS, values_only=True)
        with sheet._get_source() as source:
            lines = filled_lines(shown_rows(rows, source))
        if lines and filled:
            raise UnreadableError("several_sheets")
        filled = filled or lines
    return filled


def shown_rows(rows: Iterable[tuple[object, ...]], source: IO[bytes]) -> Iterator[list[object]]:
    """Rows without hidden columns; cells of hidden rows are marked."""
    hidden_rows, hidden_columns = hidden_parts(source)
    for number, row in enumerate(rows, start=1):
        if row.count(None) == len(row):  # a cell far below yields a million empty rows
            yield []
            continue
        cells = [None if at in hidden_columns else cell for at, cell in enumerate(row, start=1)]
        if number in hidden_rows:
            yield [
                f"{HIDDEN_ROW_PREFIX} {cell_text(cell)}" if cell_text(cell) else None
                for cell in cells
            ]
        else:
            yield cells


def hidden_parts(source: IO[bytes]) -> tuple[set[int], set[int]]:
    """Hidden rows and columns (1-based); raise UnreadableError."""
    rows, columns, last = set[int](), set[int](), 0
    for _event, element in ElementTree.iterparse(source):
        kind = element.tag.rpartition("}")[2]
        if kind == "row":
            last = int(element.get("r", last + 1))
            if last > MAX_ROWS:
                raise UnreadableError("too_much")
            if element.get("hidden") in YES:
                rows.add(last)
            element.clear()
        elif kind == "col" and element.get("hidden") in YES:
            most = min(int(element.get("max", 0)), MAX_CELLS)
            columns |= set(range(int(element.get("min", 1)), most + 1))
    return rows, columns


def check_size(content: bytes) -> None:
    """Refuse archives that unpack to too much, and XML with definitions."""
    tags = 0
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = archive.infolist()
        # zipfile unpacks no more than the size declared here.
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
            raise UnreadableError("too_much")
        for part in parts:
            unpacked = archive.read(part)
            tags += unpacked.count(b"<")
            if tags > MAX_TAGS:
                raise UnreadableError("too_much")
            if any(mark in unpacked for mark in DEFINITIONS):
                raise UnreadableError("no_table")


if __name__ == "__main__":
    main()
