"""A parsed row with its names, marks and problem."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.fields import clean_name
from tournaments.clubs.names import without_contacts
from tournaments.entries.heading_words import Kind
from tournaments.entries.headings import read_heading
from tournaments.entries.lines import COMMA, SURE_SEPARATORS, names_in, split_names
from tournaments.entries.marks import NO_MARKS, Marks, marks_in_words, read_marked

MIN_FULL_NAMES: Final = 3
"""Rows of full names below single words that can be a heading."""


class Problem(StrEnum):
    ONE_NAME = "one_name"
    TOO_FEW_NAMES = "too_few_names"
    TOO_MANY_NAMES = "too_many_names"
    SAME_NAMES = "same_names"
    TOO_LONG = "too_long"
    NO_LETTERS = "no_letters"
    TWICE_IN_LIST = "twice_in_list"
    ENTERED_ALREADY = "entered_already"
    TOO_MANY_ROWS = "too_many_rows"
    DOUBT = "doubt"
    HEADING = "heading"
    NUMBER = "number"
    GARBLED = "garbled"
    ONE_OR_TWO = "one_or_two"


@dataclass(frozen=True, slots=True)
class Row:
    """A row: line (1-based), original text, names, and problem if any.

    ``about`` has details: the similar name or the duplicate's line. ``title`` is a team name;
    ``rest`` the text without running number.
    """

    line: int
    text: str
    names: tuple[str, ...]
    problem: Problem | None = None
    about: str = ""
    marks: Marks = NO_MARKS
    title: str = ""
    rest: str = ""

    @property
    def beside(self) -> str:
        return marks_in_words(self.marks)

    @property
    def has_contacts(self) -> bool:
        return clean_name(without_contacts(self.text)) != clean_name(self.text)


def line_row(line: int, text: str, rest: str, marks: Sequence[str] = ()) -> Row:
    names, row_marks = read_marked("; ".join([rest, *marks]), split_names)
    row = Row(line, clean_name(text), names, marks=row_marks, rest=rest)
    is_comma = (
        len(names) == 2 and not SURE_SEPARATORS.search(rest) and len(COMMA.findall(rest)) == 1
    )
    if is_comma and all(" " not in name for name in names) and COMMA.split(rest)[1].strip():
        return replace(row, problem=Problem.ONE_OR_TWO, about=clean_name(rest))
    return row


def is_heading_line(line: str) -> bool:
    """Return whether a line is a heading such as "Player 1 / Player 2"."""
    cells = split_names(line)
    headings = [read_heading(cell) for cell in cells]
    kinds = [heading.kind for heading in headings if heading]
    return len(kinds) == len(cells) > 0 and any(kind in (Kind.FULL, Kind.PAIR) for kind in kinds)


def mark_headings(rows: list[Row]) -> list[Row]:
    """Mark the first row as a problem if it looks like an unknown heading."""
    if not rows or not rows[0].names:
        return rows
    first, *others = rows
    if len(first.names) == 1:
        is_heading = read_heading(first.names[0]) is not None
        return [replace(first, problem=Problem.HEADING), *others] if is_heading else rows
    full = [row for row in others if row.names and all(" " in name for name in row.names)]
    is_short = all(" " not in name for name in first.names)
    is_alone = len(full) >= MIN_FULL_NAMES and len(full) * 10 >= len(others) * 9
    is_alone = is_alone or len(full) == len(others) > 0
    if (is_short and is_alone) or is_counted(first.names):
        return [replace(first, problem=Problem.HEADING), *others]
    return rows


def is_counted(names: Sequence[str]) -> bool:
    """Return whether names differ only by a final number, as in headings."""
    stems = [name.rstrip("0123456789").rstrip() for name in names]
    return len(names) > 1 and len(set(stems)) == 1 and stems[0] != names[0]


def single_name(row: Row) -> tuple[str, ...]:
    """The whole name of a single player if a comma or hyphen does not separate two people."""
    if len(row.names) != 2 or not row.rest or SURE_SEPARATORS.search(row.rest):
        return row.names
    whole = names_in([row.rest])
    parts = row.rest.split(",")
    is_one = len(parts) == 2 and min(len(part.split()) for part in parts) == 1
    return whole if is_one or (row.rest.count("-") == 1 and len(parts) == 1) else row.names
