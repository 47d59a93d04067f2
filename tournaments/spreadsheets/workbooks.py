"""XLSX files: checked before they are unpacked, then read in a process of their own.

A file of 200 kB may unpack to gigabytes, claim a billion cells or name entities that name
entities; a list of entrants does none of that. The process is
``python -m tournaments.spreadsheets.workbooks``.
"""

import json
import sys
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Final

from jobs.apart import Exhausted, keep_within, run_apart

MOST_PARTS: Final = 200
MOST_UNPACKED: Final = 5_000_000
MOST_LINES: Final = 1_000
"""Filled lines that are read; a list of entrants may have 400."""
MOST_CELLS: Final = 40
MOST_SIGNS: Final = 300
SECONDS: Final = 5
MEGABYTES: Final = 400
DEFINITIONS: Final = tuple(
    mark.encode(form)
    for mark in ("<!DOCTYPE", "<!ENTITY")
    for form in ("utf-8", "utf-16-le", "utf-16-be")
)

Line = tuple[int, list[str]]
"""A filled line of a table: its number (1-based) and its cells."""


class UnreadableError(ValueError):
    """A file that cannot be read: ``code`` is empty, too_big, too_much, too_long, no_table …"""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def sheet_lines(content: bytes) -> list[Line]:
    """The filled lines of the first sheet that shows; raises UnreadableError."""
    try:
        answer = json.loads(
            run_apart("tournaments.spreadsheets.workbooks", content, seconds=SECONDS)
        )
    except Exhausted as error:
        raise UnreadableError("too_much") from error
    if isinstance(answer, str):
        raise UnreadableError(answer)
    return [(line, cells) for line, cells in answer]


def filled_lines(rows: Iterable[Iterable[object]]) -> list[Line]:
    """The lines that hold anything, as text; raises UnreadableError where they are too many."""
    found: list[Line] = []
    for number, row in enumerate(rows, start=1):
        cells = ["" if cell is None else str(cell)[:MOST_SIGNS] for cell in list(row)[:MOST_CELLS]]
        if any(cells):
            if len(found) == MOST_LINES:
                raise UnreadableError("too_long")
            found.append((number, cells))
    return found


# In the process of its own -------------------------------------------------------------------


def main() -> None:
    """Read a file from the standard input; write its lines, or the code of what is wrong."""
    keep_within(seconds=SECONDS, megabytes=MEGABYTES)
    try:
        answer: object = lines_of(sys.stdin.buffer.read())
    except UnreadableError as error:
        answer = error.code
    except Exception:  # zip, XML, memory and value errors of a damaged or hostile file
        answer = "no_table"
    json.dump(answer, sys.stdout)


def lines_of(content: bytes) -> list[Line]:
    """The filled lines of a workbook's sheet."""
    must_be_small(content)
    # Where there is NumPy, it is taken; its threads alone need more memory than a list.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    import openpyxl

    book = openpyxl.load_workbook(
        BytesIO(content), read_only=True, data_only=True, keep_links=False
    )
    sheet = book.active
    sheet.reset_dimensions()  # a sheet may claim to be as large as it likes
    return filled_lines(sheet.iter_rows(max_col=MOST_CELLS, values_only=True))


def must_be_small(content: bytes) -> None:
    """Refuse what unpacks to more than any list, and XML that defines what it is made of."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = archive.infolist()
        # Nothing is unpacked beyond the size that is claimed here.
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise UnreadableError("too_much")
        for part in parts:
            unpacked = archive.read(part)
            if any(mark in unpacked for mark in DEFINITIONS):
                raise UnreadableError("no_table")


if __name__ == "__main__":
    main()
