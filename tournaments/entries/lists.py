"""Lists of pairs as people write them: pasted text or a table file, understood row by row.

A row is one pair. Nothing is refused as a whole: each row says for itself what is wrong with it.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.fields import clean_name
from tournaments.clubs.names import NAME_LENGTH, has_letters, search_key, without_contacts
from tournaments.entries.marks import (
    NOTHING,
    Marks,
    as_marks,
    kind_word,
    marks_in_words,
    read_marked,
)
from tournaments.entries.sheets import MOST_LINES, Line, Unreadable, filled_lines, sheet_lines

MAX_BYTES = 1_000_000
MAX_TEXT = 100_000
MAX_ROWS = 400
TITLE_LENGTH = 60
# Signs that always part two people; a word, comma or hyphen does so only where none of them stands.
SURE = re.compile(r"\t|;|/|\||&|\s[-–—+]\s|[–—]")
WORDS = (" и ", " i ", " et ", " and ", ",")
NUMBERED = re.compile(r"^\s*(?:№\s*)?\d{1,3}\s*[.):\t]\s*")
PLAYER_HEADS = (
    "player", "name", "partner", "играч", "име", "партньор", "joueur", "nom", "partenaire",
    "igrac", "ime", "north", "south",
)  # fmt: skip
PAIR_HEADS = (
    "pair",
    "team",
    "двойка",
    "отбор",
    "paire",
    "equipe",
    "par",
    "ekipa",
    "names",
    "имена",
)
TEAM_HEADS = ("team", "отбор", "equipe", "équipe", "ekipa")
NOT_A_PLAYER = ("no", "nr", "№", "number", "номер", "phone", "телефон", "email", "club", "клуб")


class Problem(StrEnum):
    """What is wrong with a row."""

    ONE_NAME = "one_name"
    TOO_FEW_NAMES = "too_few_names"
    TOO_MANY_NAMES = "too_many_names"
    SAME_NAMES = "same_names"
    TOO_LONG = "too_long"
    NO_LETTERS = "no_letters"
    TWICE_IN_LIST = "twice_in_list"
    ENTERED_ALREADY = "entered_already"
    TOO_MANY_ROWS = "too_many_rows"


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its line (1-based), what stood there, the names found, and the problem if any.

    ``about`` says more of the problem: the name that is meant, or the line it stands on already.
    ``title`` is the name of a team; ``has_contacts``: a telephone number was left out.
    """

    line: int
    text: str
    names: tuple[str, ...]
    problem: Problem | None = None
    about: str = ""
    marks: Marks = NOTHING
    title: str = ""

    @property
    def beside(self) -> str:
        """In words, what stands beside the names."""
        return marks_in_words(self.marks)

    @property
    def has_contacts(self) -> bool:
        return clean_name(without_contacts(self.text)) != clean_name(self.text)


Cells = Sequence[str]


def read_text(text: str) -> list[Row]:
    """The rows of pasted text, one pair a line; empty lines are left out."""
    if len(text) > MAX_TEXT:
        raise Unreadable("too_long")
    lines = text.removeprefix("\ufeff").splitlines()
    filled = [(number, line) for number, line in enumerate(lines, start=1) if clean_name(line)]
    if len(filled) > MOST_LINES:
        raise Unreadable("too_long")
    return [marked_row(number, line) for number, line in filled]


def read_file(name: str, content: bytes, players: int = 2) -> list[Row]:
    """The rows of a CSV, TSV, text or XLSX file; a row of headings is recognised and used.

    ``players`` is how many columns of players there may be.
    """
    if len(content) > MAX_BYTES:
        raise Unreadable("too_big")
    if not content.strip():
        raise Unreadable("empty")
    if content.startswith(b"PK"):
        return from_lines(sheet_lines(content), players)
    if b"\x00" in content[:1000] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("no_table")
    text = decode(content)
    if name.lower().endswith((".csv", ".tsv")) and (delimiter := delimiter_of(text)):
        return from_lines(csv_lines(text, delimiter), players)
    return read_text(text)


def understand(
    rows: Iterable[Row], entered: Iterable[str] = (), size: tuple[int, int] = (2, 2)
) -> list[Row]:
    """The rows with their problems; ``entered`` are the names of players who are in already.

    ``size`` is how few and how many players stand in a row.
    """
    known = {search_key(name) for name in entered}
    seen: dict[str, int] = {}
    judged = []
    for count, each in enumerate(rows, start=1):
        row = with_title(each) if size[1] > 2 else each
        names = row.names if size[1] > 1 else single_name(row)
        problem, about = fault(names, size)
        if problem is None:
            problem, about = find_repeat(names, known, seen)
        if problem is None and row.title:
            problem, about = find_repeat([row.title], set(), seen)
        if count > MAX_ROWS:
            problem, about = Problem.TOO_MANY_ROWS, str(MAX_ROWS)
        if problem is None:
            named = [*names, row.title] if row.title else names
            seen.update({search_key(name): row.line for name in named})
        judged.append(Row(row.line, row.text, names, problem, about, row.marks, row.title))
    return judged


def with_title(row: Row) -> Row:
    """A row of a team whose name stands before a colon: "The Aces: Ana, Boris, Vera, Georgi"."""
    title, colon, rest = NUMBERED.sub("", row.text).partition(":")
    title = clean_name(without_contacts(title))
    if row.title or not colon or not has_letters(title) or len(title) > TITLE_LENGTH:
        return row
    names, marks = read_marked(rest, divide)
    return replace(row, names=names, marks=marks, title=title)


def as_text(rows: Iterable[Row]) -> str:
    """Rows as text that reads back the same: one pair a line."""
    return "\n".join(row_text(row) for row in rows)


def row_text(row: Row) -> str:
    """A row as text that reads back the same."""
    kinds = row.marks.kinds or [""] * len(row.names)
    marked = zip(row.names, kinds, strict=False)
    names = " / ".join(f"{name} ({kind_word(kind)})" if kind else name for name, kind in marked)
    told = (names and names + as_marks(row.marks)) or row.text
    return f"{row.title}: {told}" if row.title else told


# One row --------------------------------------------------------------------------------------


def marked_row(number: int, line: str) -> Row:
    """A line with its names, and the marks behind them."""
    names, marks = read_marked(line, divide)
    return Row(number, clean_name(line), names, marks=marks)


def divide(line: str) -> tuple[str, ...]:
    """The names in a line, by the surest separator that it holds."""
    line = NUMBERED.sub("", line.replace("\ufeff", "").replace("\u00a0", " "))
    line = without_contacts(line)
    names = names_in(SURE.split(line))
    if len(names) > 1:
        return names
    for word in WORDS:
        names = names_in(line.split(word))
        if len(names) > 1:
            return names
    return names_in(hyphen_parts(line))


def hyphen_parts(line: str) -> list[str]:
    """A hyphen parts two people of equally many words; otherwise it belongs to a name."""
    parts = line.split("-")
    if len(parts) == 2 and len(parts[0].split()) == len(parts[1].split()):
        return parts
    return [line]


def names_in(parts: Iterable[str]) -> tuple[str, ...]:
    cleaned = (clean_name(without_contacts(part)).strip("\"'„“”«»,;") for part in parts)
    return tuple(name for name in (part.strip() for part in cleaned) if name)


def single_name(row: Row) -> tuple[str, ...]:
    """The one name of a row of single players, whose double name is not parted."""
    return row.names if len(row.names) != 2 or SURE.search(row.text) else names_in([row.text])


def fault(names: Sequence[str], size: tuple[int, int] = (2, 2)) -> tuple[Problem | None, str]:
    """What is wrong with the names by themselves."""
    if len(names) < size[0]:
        return Problem.ONE_NAME if size == (2, 2) else Problem.TOO_FEW_NAMES, str(len(names))
    if len(names) > size[1]:
        return Problem.TOO_MANY_NAMES, str(len(names))
    for name in names:
        if not has_letters(name):
            return Problem.NO_LETTERS, name[:40]
        if len(name) > NAME_LENGTH:
            return Problem.TOO_LONG, name[:40]
    keys = [search_key(name) for name in names]
    twice = next((name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), "")
    return (Problem.SAME_NAMES, twice) if twice else (None, "")


def find_repeat(
    names: Sequence[str], known: set[str], seen: dict[str, int]
) -> tuple[Problem | None, str]:
    """Whether one of the names is entered already, or stands in an earlier row."""
    for name in names:
        if search_key(name) in known:
            return Problem.ENTERED_ALREADY, name
    for name in names:
        if search_key(name) in seen:
            return Problem.TWICE_IN_LIST, f"{name} ({seen[search_key(name)]})"
    return None, ""


# Files ----------------------------------------------------------------------------------------


def decode(content: bytes) -> str:
    """Text of a file: UTF-8 (with or without mark), UTF-16 with mark, else Windows Cyrillic."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1251", errors="replace")


def delimiter_of(text: str) -> str:
    """The sign that stands in most lines, of those that table files use; none for plain lines."""
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    counts = {sign: sum(sign in line for line in lines) for sign in (";", "\t", ",")}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 > len(lines) else ""


def csv_lines(text: str, delimiter: str) -> list[Line]:
    try:
        return filled_lines(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise Unreadable("no_table") from error


def from_lines(lines: Iterable[Line], players: int = 2) -> list[Row]:
    """Rows of a table: by its headings if it has them, else every cell that holds letters."""
    cleaned = [(line, [clean_name(cell) for cell in cells]) for line, cells in lines]
    filled = [(line, cells) for line, cells in cleaned if any(cells)]
    if not filled:
        raise Unreadable("empty")
    columns = player_columns(filled[0][1], players)
    titled = title_column(filled[0][1]) if players > 2 and len(columns) > 1 else None
    if columns:
        filled = filled[1:]
    rows = [row_of(line, cells, columns) for line, cells in filled]
    if titled is None:
        return rows
    return [
        replace(row, title=cells[titled][:TITLE_LENGTH] if titled < len(cells) else "")
        for row, (_line, cells) in zip(rows, filled, strict=True)
    ]


def row_of(line: int, cells: Cells, columns: Sequence[int]) -> Row:
    chosen = [cells[column] for column in columns if column < len(cells)] if columns else cells
    held = [cell for cell in chosen if cell and (columns or has_letters(cell))]
    others = [cell for cell in cells if cell and cell not in held]
    text = " · ".join(cell for cell in cells if cell)
    if len(held) == 1:
        names, marks = read_marked(held[0], divide)
    elif columns:
        names, marks = read_marked("; ".join([*held, *others]), lambda _rest: names_in(held))
    else:
        names, marks = read_marked("; ".join(filter(None, cells)), lettered_names)
    return Row(line, text, names, marks=marks)


def lettered_names(rest: str) -> tuple[str, ...]:
    """The cells that hold letters, of cells in a row."""
    return names_in(cell for cell in rest.split(";") if has_letters(cell))


def player_columns(cells: Cells, most: int = 2) -> list[int]:
    """Which columns hold players, if these cells are headings; none if they are not."""
    heads = [cell.casefold() for cell in cells]
    players = [
        column
        for column, head in enumerate(heads)
        if any(word in head for word in PLAYER_HEADS) and not head.startswith(NOT_A_PLAYER)
    ]
    pairs = [column for column, head in enumerate(heads) if head in PAIR_HEADS]
    if len(players) >= 2:
        return players[:most]
    return players or pairs


def title_column(cells: Cells) -> int | None:
    """Which column holds the names of teams, by its heading."""
    heads = [cell.casefold() for cell in cells]
    return next((column for column, head in enumerate(heads) if head in TEAM_HEADS), None)
