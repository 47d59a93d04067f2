"""Parse a table of entrants by headings, or by cells with letters."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from games.fields import clean_name
from tournaments.clubs.names import has_letters, without_contacts
from tournaments.entries.headings import PEOPLE, Layout, find_layout, read_heading
from tournaments.entries.lines import (
    SURE_SEPARATORS,
    is_number_alone,
    is_several_people,
    names_in,
    strip_numbers,
)
from tournaments.entries.marks import is_mark, read_marked
from tournaments.entries.rows import Problem, Row, line_row, mark_headings
from tournaments.exports.workbooks import SheetLine, UnreadableError

TITLE_LENGTH: Final = 60
MAX_STRAY_SHARE: Final = 5
"""One in this many rows can use other columns in a table without headings."""
MAX_HEADING_LINES: Final = 10
"""Lines above the headings: a title, a date."""


def rows_of_table(lines: Iterable[SheetLine], *, needs_headings: bool = False) -> list[Row] | None:
    """Rows by headings if present, else every cell with letters is a name.

    None if headings are required and missing.
    """
    cleaned = [(line, [clean_cell(cell) for cell in cells]) for line, cells in lines]
    filled = [(line, cells) for line, cells in cleaned if any(cells)]
    if not filled:
        raise UnreadableError("empty")
    place, layout = find_headings(filled)
    if layout is None:
        return None if needs_headings else rows_without_headings(filled)
    heads = filled[place][1]
    above = [
        Row(line, " · ".join(filter(None, cells)), (), Problem.HEADING)
        for line, cells in filled[:place]
        if sum(map(has_letters, cells)) > 1
    ]
    below = [(line, cells) for line, cells in filled[place + 1 :] if cells != heads]
    return [*above, *rows_in_layout(below, layout)]


def clean_cell(text: str) -> str:
    """A cell as one line; full names on separate lines are joined by a slash."""
    lines = [clean_name(without_contacts(line)) for line in text.splitlines()]
    names = [line for line in lines if has_letters(line)]
    if len(names) > 1 and all(" " in name for name in names):
        return " / ".join(names)
    return clean_name(text)


def find_headings(lines: Sequence[SheetLine]) -> tuple[int, Layout | None]:
    """Index of the last heading line (titles can precede it) and its layout."""
    for place, (_line, cells) in enumerate(lines[:MAX_HEADING_LINES]):
        below = lines[place + 1][1] if place + 1 < len(lines) else []
        layout = find_layout(cells)
        if layout is not None and below != cells and is_second_level(below):
            return place + 1, find_layout(joined_headings(cells, below))
        if layout is not None:
            return place, layout
    return 0, None


def is_second_level(cells: Sequence[str]) -> bool:
    """Return whether a line below headings subdivides columns, e.g. family and given names."""
    filled = [read_heading(cell) for cell in cells if cell]
    people = sum(each is not None and each.kind in PEOPLE for each in filled)
    return people > 1 and people * 2 > len(filled)


def joined_headings(above: Sequence[str], below: Sequence[str]) -> list[str]:
    joined, reaching = [], ""
    for upper, lower in zip_longest(above, below, fillvalue=""):
        reaching = upper or reaching
        joined.append(f"{reaching} {lower}" if lower else upper)
    return joined


def rows_in_layout(lines: Sequence[SheetLine], layout: Layout) -> list[Row]:
    columns = layout.players or [(layout.pair or 0,)]
    first = columns[0][0]
    stripped = strip_numbers([cell_at(cells, first) for _line, cells in lines])
    rows = []
    for (line, written), start in zip(lines, stripped, strict=True):
        cells = [*written, *[""] * (first + 1 - len(written))]
        cells[first] = start
        if any(cells):
            rows.append(layout_row(line, cells, columns, layout))
    return rows


def cell_at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def layout_row(
    line: int, cells: Sequence[str], columns: Sequence[tuple[int, ...]], layout: Layout
) -> Row:
    held = [[cell_at(cells, column) for column in parts] for parts in columns]
    names = [" ".join(filter(None, parts)) for parts in held]
    marks = [cell for column in layout.marks if is_mark(cell := cell_at(cells, column))]
    text = " · ".join(filter(None, cells))
    if layout.pair is not None or (len(names) == 1 and SURE_SEPARATORS.search(names[0])):
        return line_row(line, text, names[0], marks)
    written = [name for name in names if name]
    row, row_marks = read_marked("; ".join([*written, *marks]), lambda _rest: names_in(written))
    is_half = layout.is_split and any(is_half_name(parts) for parts in held if any(parts))
    is_unclear = is_half or any(map(is_several_people, row))
    title = cell_at(cells, layout.title)[:TITLE_LENGTH] if layout.title is not None else ""
    return Row(line, text, row, Problem.DOUBT if is_unclear else None, marks=row_marks, title=title)


def is_half_name(parts: Sequence[str]) -> bool:
    """Return whether a family or given name is missing."""
    return not (parts[0] and parts[-1]) or (len(parts) == 1 and " " not in parts[0])


def rows_without_headings(lines: Sequence[SheetLine]) -> list[Row]:
    places = [[at for at, cell in enumerate(cells) if is_name_cell(cell)] for _line, cells in lines]
    starts = [cells[at[0]] if at else "" for (_line, cells), at in zip(lines, places, strict=True)]
    rows, used = [], []
    for (line, cells), columns, start in zip(lines, places, strip_numbers(starts), strict=True):
        text = " · ".join(filter(None, cells))
        if len(columns) < 2:
            row = line_row(line, text, start)
        else:
            held = [start, *(cells[at] for at in columns[1:])]
            names, marks = read_marked("; ".join(held), lambda rest: names_in(rest.split(";")))
            is_unclear = any(map(is_several_people, names))
            row = Row(line, text, names, Problem.DOUBT if is_unclear else None, marks=marks)
        rows.append(row)
        used.append(tuple(columns[: len(row.names)]))
    return mark_doubtful_columns(mark_headings(rows), used)


def is_name_cell(cell: str) -> bool:
    return has_letters(without_contacts(cell)) and not is_number_alone(cell)


def mark_doubtful_columns(rows: list[Row], used: Sequence[tuple[int, ...]]) -> list[Row]:
    """Mark rows as doubtful where the player columns are uncertain.

    Reasons: columns missing in some rows; single words, possibly family and given name of one
    person; a name in several rows, possibly a club.
    """
    [(usual, count)] = Counter(used).most_common(1)
    is_clear = count * MAX_STRAY_SHARE >= len(rows) * (MAX_STRAY_SHARE - 1)
    is_bare = all(" " not in name for row in rows for name in row.names)
    is_table = any(len(columns) > 1 for columns in used)
    counts = Counter(name for row in rows for name in row.names)
    return [
        replace(row, problem=Problem.DOUBT)
        if row.problem is None
        and is_table
        and (columns != usual or not is_clear or is_bare or any(counts[n] > 1 for n in row.names))
        else row
        for row, columns in zip(rows, used, strict=True)
    ]
