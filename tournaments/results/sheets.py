"""A table of results from elsewhere, CSV or XLSX: its rows as slips, each with its mistakes."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from games.slips.scoring import browser_rules
from tournaments.models import Tournament
from tournaments.results.sheet_words import (
    CONTRACTS,
    CONTRAS,
    KEYS,
    NOT_PLAYED,
    PASSED_OUT,
    SEATS,
    plain_words,
)
from tournaments.spreadsheets.workbooks import MOST_CELLS, MOST_LINES, Line, UnreadableError

FEWEST_HEADS: Final = 3
"""A line with fewer known headings heads no table of results."""
HEAD_WITHIN: Final = 10
"""So many lines may stand above the headings: a title, a date."""
SIDES: Final = ("NS", "EW")
Cells = Mapping[str, str]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Fault:
    """What is wrong in a row: in which column, what stands there, what would be right."""

    column: str
    found: str
    words: str


@dataclass
class SheetRow:
    """A row of the file: where it was played, the slip that it tells, what is wrong with it."""

    line: int
    place: dict[str, int] = field(default_factory=dict)
    slip: dict[str, object] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)

    def blame(self, key: str, found: str, words: str) -> None:
        """Say what is wrong in a column, by the heading that the file has for it."""
        self.faults.append(Fault(self.heads.get(key, ""), found, words))


def lines_as_text(lines: Sequence[Line]) -> str:
    """Lines on the way to being confirmed."""
    return json.dumps(lines, ensure_ascii=False, separators=(",", ":"))


def lines_of_text(text: str) -> list[Line]:
    """The lines that were shown before; raises UnreadableError for what nobody showed."""
    try:
        lines = [
            (int(number), [str(cell) for cell in cells][:MOST_CELLS])
            for number, cells in json.loads(text)
        ]
    except (ValueError, TypeError, RecursionError) as error:
        raise UnreadableError("no_table") from error
    if len(lines) > MOST_LINES:
        raise UnreadableError("too_long")
    return lines


def rows_in(lines: Sequence[Line], tournament: Tournament) -> list[SheetRow]:
    """The rows below the headings; raises UnreadableError where there are no headings."""
    for at, (_number, cells) in enumerate(lines[:HEAD_WITHIN]):
        columns = columns_of(cells)
        if len(columns) >= FEWEST_HEADS:
            totals = {} if tournament.is_open_play else browser_rules(tournament.variant)["totals"]
            heads = {key: cells[place] for key, place in columns.items()}
            return [row_of(line, columns, heads, totals) for line in lines[at + 1 :]]
    raise UnreadableError("no_heads")


def columns_of(cells: Sequence[str]) -> dict[str, int]:
    """Where each column stands that is known by its heading."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        key = KEYS.get(plain_words(cell))
        if key is not None:
            found.setdefault(key, at)
    return found


def row_of(
    line: Line, columns: Mapping[str, int], heads: dict[str, str], totals: Mapping[str, int]
) -> SheetRow:
    """One row read: what could be, and what could not."""
    number, cells = line
    told = {key: cells[at].strip() if at < len(cells) else "" for key, at in columns.items()}
    row = SheetRow(number, heads=heads)
    for key in ("round", "table", "board"):
        value = whole_number(row, told, key)
        if value is not None:
            row.place[key] = value
    row.slip = slip_of(row, told, totals)
    row.score = pair_of(row, told, "score")
    return row


def slip_of(row: SheetRow, told: Cells, totals: Mapping[str, int]) -> dict[str, object]:
    """The slip that a row tells."""
    words = {plain_words(told.get(key, "")) for key in ("kind", "contract")}
    if words & NOT_PLAYED:
        return {"not_played": True}
    if words & {plain_words("passed_out"), *PASSED_OUT}:
        return {"passed_out": True}
    points = pair_of(row, told, "points")
    if not totals:
        return game_of(row, told, points)
    slip: dict[str, object] = {
        "contract": word_of(row, told, "contract", CONTRACTS.get, _("C, D, H, S, NT or AT")),
        "declarer": word_of(row, told, "declarer", SEATS.get, _("N, W, S or E")),
        "contra": word_of(row, told, "contra", CONTRAS.get, _("nothing, X, XX or XXX")),
    }
    total = totals.get(str(slip["contract"]))
    if total is not None and len(points) == 1:
        side, value = next(iter(points.items()))
        points[other_side(side)] = total - value
    if not points:
        row.blame("ns_points", "", _("The points of North–South or East–West."))
    slip["points"] = points
    for key in ("announced", "belote"):
        if pair := pair_of(row, told, key):
            slip[key] = {side: pair.get(side, 0) for side in SIDES}
    if told.get("bid"):
        slip["bid"] = whole_number(row, told, "bid")
    return slip


def game_of(row: SheetRow, told: Cells, points: dict[str, int]) -> dict[str, object]:
    """The slip of a game of open play: its points, and the games won in a match."""
    won = pair_of(row, told, "games")
    slip: dict[str, object] = {"won": won} if won else {}
    if points or not won:
        slip["game"] = points or pair_of(row, told, "score")
    return slip


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def pair_of(row: SheetRow, told: Cells, what: str) -> dict[str, int]:
    """The numbers of both sides, as far as they are there."""
    found = {
        side: whole_number(row, told, f"{side.lower()}_{what}")
        for side in SIDES
        if told.get(f"{side.lower()}_{what}")
    }
    return {side: value for side, value in found.items() if value is not None}


def whole_number(row: SheetRow, told: Cells, key: str) -> int | None:
    """A whole number of a cell, None for an empty one; spreadsheets write 9 as 9.0."""
    text = told.get(key, "")
    if not text:
        return None
    digits = text.removesuffix(".0").removesuffix(",0").replace("\u2212", "-")
    if len(digits) < 8 and digits.removeprefix("-").isdecimal():
        return int(digits)
    row.blame(key, text, _("A whole number."))
    return None


def word_of(
    row: SheetRow, told: Cells, key: str, look_up: Callable[[str], Found | None], right: str
) -> Found | None:
    """What a word of a cell means; a fault that says what would be right where it means nothing."""
    text = told.get(key, "")
    found = look_up(plain_words(text))
    if found is None:
        row.blame(key, text, right)
    return found
