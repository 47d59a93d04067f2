"""Parse entry lists from pasted text or files.

Each row is one entrant with its own problem. Only an unreadable list, or a table with
unclear columns, is refused as a whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from games.fields import clean_name
from tournaments.clubs.names import NAME_LENGTH, has_letters, plain_key, without_contacts
from tournaments.entries.heading_words import is_title
from tournaments.entries.lines import (
    begins_oddly,
    begins_with_number,
    is_garbled,
    quoted,
    split_names,
    strip_numbers,
)
from tournaments.entries.marks import as_marks, kind_word, read_marked
from tournaments.entries.rows import (
    Problem,
    Row,
    is_heading_line,
    line_row,
    mark_headings,
    single_name,
)
from tournaments.entries.tables import TITLE_LENGTH, rows_of_table
from tournaments.exports.readers import (
    DELIMITER_LINE,
    csv_lines,
    delimiter_of,
    is_workbook,
    table_in,
    text_in,
)
from tournaments.exports.workbooks import MAX_LINES, UnreadableError

MAX_TEXT: Final = 100_000
MAX_ROWS: Final = 400
DOUBT_MARK: Final = "?"


def read_text(text: str) -> list[Row]:
    """Rows of pasted text: a pair per line, or spreadsheet cells."""
    if len(text) > MAX_TEXT:
        raise UnreadableError("too_long")
    delimiter = delimiter_of(text)
    if delimiter and (rows := rows_of_cells(text, delimiter)) is not None:
        return rows
    lines = DELIMITER_LINE.sub("", text.removeprefix("\ufeff")).splitlines()
    filled = [(number, line) for number, line in enumerate(lines, start=1) if clean_name(line)]
    if len(filled) > MAX_LINES:
        raise UnreadableError("too_long")
    stripped = strip_numbers([line for _number, line in filled])
    rows = [
        line_row(number, line, rest)
        for (number, line), rest in zip(filled, stripped, strict=True)
        if not is_heading_line(rest)
    ]
    return mark_headings(rows)


def rows_of_cells(text: str, delimiter: str) -> list[Row] | None:
    """Rows of pasted cells; None for plain lines without tabs or headings."""
    try:
        lines = csv_lines(text, delimiter)
    except UnreadableError:
        return None
    return rows_of_table(lines, needs_headings=delimiter != "\t") if lines else None


def read_file(name: str, content: bytes, players: int = 2, encoding: str = "") -> list[Row]:
    """Rows of a CSV, TSV, text or XLSX file; raises UnreadableError.

    ``players`` is the maximum per row; names of pairs are dropped.
    """
    rows = rows_of_file(name, content, encoding)
    return rows if players > 2 else [replace(row, title="") for row in rows]


def rows_of_file(name: str, content: bytes, encoding: str) -> list[Row]:
    if is_workbook(content):
        return rows_of_table(table_in(content)) or []
    text = text_in(content, encoding)
    if name.lower().endswith((".csv", ".tsv")) and (delimiter := delimiter_of(text)):
        return rows_of_table(csv_lines(text, delimiter)) or []
    return read_text(text)


def validate_rows(
    rows: Iterable[Row], entered: Iterable[str] = (), size: tuple[int, int] = (2, 2)
) -> list[Row]:
    """Add problems to the rows; ``entered`` are names already entered.

    ``size`` is the minimum and maximum number of players per row.
    """
    known = {plain_key(name) for name in entered}
    line_by_name: dict[str, int] = {}
    judged = []
    for count, each in enumerate(rows, start=1):
        row = with_title(each) if size[1] > 2 else replace(each, title="")
        names = row.names if size[1] > 1 else single_name(row)
        problem, about = names_problem(names, size)
        if problem is None and row.problem and len(names) == len(row.names):
            problem, about = row.problem, row.about
        if problem is None and is_title(" ".join(names)):
            problem = Problem.HEADING
        if problem is None:
            problem, about = repeat_problem(names, known, line_by_name)
        if problem is None and row.title:
            problem, about = repeat_problem([row.title], set(), line_by_name)
        if count > MAX_ROWS:
            problem, about = Problem.TOO_MANY_ROWS, str(MAX_ROWS)
        if problem is None:
            named = [*names, row.title] if row.title else names
            line_by_name.update({plain_key(name): row.line for name in named})
        judged.append(replace(row, names=names, problem=problem, about=about))
    return judged


def with_title(row: Row) -> Row:
    """Split off a team name: "The Aces: Ana, Boris, Vera, Georgi"."""
    title, colon, rest = row.rest.partition(":")
    title = clean_name(without_contacts(title))
    if row.title or not colon or not has_letters(title) or len(title) > TITLE_LENGTH:
        return row
    names, marks = read_marked(rest, split_names)
    return replace(row, names=names, marks=marks, title=title)


def as_text(rows: Iterable[Row]) -> str:
    """Rows as text that parses back unchanged, one per line."""
    return "\n".join(row_text(row) for row in rows)


def text_to_correct(rows: Iterable[Row]) -> str:
    """Rows to correct: original text, or a doubt mark for rows from tables."""
    return "\n".join(
        row.text if row.rest and row.problem is not Problem.HEADING else row_text(row)
        for row in rows
    )


def row_text(row: Row) -> str:
    kinds = row.marks.kinds or [""] * len(row.names)
    marked = zip(map(quoted, row.names), kinds, strict=False)
    names = " / ".join(f"{name} ({kind_word(kind)})" if kind else name for name, kind in marked)
    written = (names and names + as_marks(row.marks)) or quoted(row.text)
    if row.problem and DOUBT_MARK not in written.split():
        written = f"{DOUBT_MARK} {written}"
    return f"{row.title}: {written}" if row.title else written


def names_problem(
    names: Sequence[str], size: tuple[int, int] = (2, 2)
) -> tuple[Problem | None, str]:
    """Problem of the names alone, with details."""
    if any(DOUBT_MARK in name.split() or ":" in name or " #" in f" {name}" for name in names):
        return Problem.DOUBT, ""
    if len(names) < size[0]:
        return Problem.ONE_NAME if size == (2, 2) else Problem.TOO_FEW_NAMES, str(len(names))
    if len(names) > size[1]:
        return Problem.TOO_MANY_NAMES, str(len(names))
    for name in names:
        if not has_letters(name):
            return Problem.NO_LETTERS, name[:40]
        if len(name) > NAME_LENGTH:
            return Problem.TOO_LONG, name[:40]
        if begins_with_number(name):
            return Problem.NUMBER, name[:40]
        if begins_oddly(name):
            return Problem.DOUBT, ""
        if is_garbled(name):
            return Problem.GARBLED, name[:40]
    keys = [plain_key(name) for name in names]
    twice = next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), "")
    return (Problem.SAME_NAMES, twice) if twice else (None, "")


def repeat_problem(
    names: Sequence[str], known: set[str], seen: dict[str, int]
) -> tuple[Problem | None, str]:
    """Problem if a name is already entered or in an earlier row."""
    for name in names:
        if plain_key(name) in known:
            return Problem.ENTERED_ALREADY, name
    for name in names:
        if plain_key(name) in seen:
            return Problem.TWICE_IN_LIST, f"{name} ({seen[plain_key(name)]})"
    return None, ""
