"""Parse imported result tables (CSV, XLSX) into slips with their faults."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.slips.scoring import browser_rules
from tournaments.exports.workbooks import MAX_CELLS, MAX_LINES, SheetLine, UnreadableError
from tournaments.models import Tournament
from tournaments.results.file_headings import (
    CONTRACT_ABBREVIATIONS,
    CONTRACTS,
    CONTRAS,
    NOT_PLAYED,
    PASS,
    PASSED_OUT,
    SEAT_LETTERS,
    SEATS,
    ShortForms,
    columns_of,
    languages_of,
    plain_words,
)

MIN_HEADINGS: Final = 3
MAX_HEADING_LINE: Final = 10
"""A title or date can come first."""
SIDES: Final = ("NS", "EW")
Cells = Mapping[str, str]
SPACES: Final = re.compile("[ \u00a0\u2007\u2009\u202f]")
THOUSANDS: Final = re.compile(r"[+-]?\d{1,3}([ .,'])\d{3}(?:\1\d{3})*")
AMBIGUOUS_THOUSANDS: Final = re.compile(r"\d{1,3}[.,]000")
"""One thousand, or an integer with three decimals."""


@dataclass(frozen=True)
class RowFault:
    """A fault in a row: the column, the value found, the expected value."""

    column: str
    found: str
    words: str


@dataclass
class SheetRow:
    """A row of the file: its position, slip, score and faults."""

    line: int
    place: dict[str, int] = field(default_factory=dict)
    slip: dict[str, object] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    faults: list[RowFault] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)

    def add_fault(self, key: str, found: str, words: str) -> None:
        self.faults.append(RowFault(self.heads.get(key, ""), found, words))


def lines_as_text(lines: Sequence[SheetLine]) -> str:
    """Serialize lines for the confirmation form."""
    return json.dumps(lines, ensure_ascii=False, separators=(",", ":"))


def lines_of_text(text: str) -> list[SheetLine]:
    """Lines from the confirmation form; raise UnreadableError for tampered data."""
    try:
        lines = [
            (int(number), [str(cell) for cell in cells][:MAX_CELLS])
            for number, cells in json.loads(text)
        ]
    except (ValueError, TypeError, RecursionError) as error:
        raise UnreadableError("no_table") from error
    if len(lines) > MAX_LINES:
        raise UnreadableError("too_long")
    return lines


@dataclass(frozen=True)
class SheetFormat:
    columns: Mapping[str, int]
    heads: dict[str, str]
    totals: Mapping[str, int]
    contracts: ShortForms
    seats: ShortForms


def rows_in(lines: Sequence[SheetLine], tournament: Tournament) -> list[SheetRow]:
    """Rows below the headings; raise UnreadableError without headings."""
    for at, (_number, cells) in enumerate(lines[:MAX_HEADING_LINE]):
        columns = columns_of(cells)
        if len(columns) >= MIN_HEADINGS:
            totals = {} if tournament.is_open_play else browser_rules(tournament.variant)["totals"]
            below = lines[at + 1 :]
            sheet = detect_format(cells, columns, totals, below)
            return [row_of(line, sheet) for line in below]
    raise UnreadableError("no_heads")


def detect_format(
    cells: Sequence[str],
    columns: Mapping[str, int],
    totals: Mapping[str, int],
    lines: Sequence[SheetLine],
) -> SheetFormat:
    heads = {key: cells[place] for key, place in columns.items()}
    languages = languages_of(heads.values())

    def cells_of(key: str) -> list[str]:
        at = columns.get(key)
        return [] if at is None else [row[at] for _number, row in lines if at < len(row)]

    pairs = zip(cells_of("contract"), cells_of("declarer"), strict=False)
    # A pass has no declarer, so P in these rows is a suit.
    suits = {plain_words(contract) for contract, declarer in pairs if declarer.strip()} & {"p"}
    return SheetFormat(
        columns,
        heads,
        totals,
        ShortForms(CONTRACTS, CONTRACT_ABBREVIATIONS, languages, cells_of("contract"), suits),
        ShortForms(SEATS, SEAT_LETTERS, languages, cells_of("declarer")),
    )


def row_of(line: SheetLine, sheet: SheetFormat) -> SheetRow:
    number, values = line
    cells = {
        key: values[at].strip() if at < len(values) else "" for key, at in sheet.columns.items()
    }
    row = SheetRow(number, heads=sheet.heads)
    for key in ("round", "table", "board"):
        value = whole_number(row, cells, key)
        if value is not None:
            row.place[key] = value
    row.slip = slip_of(row, cells, sheet)
    row.score = numbers_by_side(row, cells, "score")
    return row


def slip_of(row: SheetRow, cells: Cells, sheet: SheetFormat) -> dict[str, object]:
    kind = plain_words(cells.get("kind", ""))
    contract = sheet.contracts.read(cells.get("contract", ""))
    points = numbers_by_side(row, cells, "points")
    is_missing = bool({kind, plain_words(cells.get("contract", ""))} & NOT_PLAYED)
    if is_missing or contract == PASS or kind in PASSED_OUT:
        if cells.get("declarer") or any(points.values()) or contract not in (None, PASS):
            flag_contradiction(row, cells)
        return {"not_played" if is_missing else "passed_out": True}
    if not sheet.totals:
        return game_slip(row, cells, points)
    slip: dict[str, object] = {
        "contract": contract,
        "declarer": sheet.seats.read(cells.get("declarer", "")),
        "contra": CONTRAS.get(plain_words(cells.get("contra", ""))),
    }
    flag_unread_words(row, cells, slip, sheet)
    total = sheet.totals.get(str(contract))
    if total is not None and len(points) == 1:
        side, value = next(iter(points.items()))
        points[other_side(side)] = total - value
    if not points:
        row.add_fault("ns_points", "", _("The points of North–South or East–West."))
    slip["points"] = points
    for key in ("announced", "belote"):
        if pair := numbers_by_side(row, cells, key):
            slip[key] = {side: pair.get(side, 0) for side in SIDES}
    if cells.get("bid"):
        slip["bid"] = whole_number(row, cells, "bid")
    return slip


def flag_contradiction(row: SheetRow, cells: Cells) -> None:
    key = "contract" if cells.get("contract") else "kind"
    words = _("This says that nothing was played, but the row has a contract, a seat or points.")
    row.add_fault(key, cells.get(key, ""), words)


def flag_unread_words(
    row: SheetRow, cells: Cells, slip: Mapping[str, object], sheet: SheetFormat
) -> None:
    """Add a fault with the valid values for each unknown or ambiguous word."""
    right = {
        "contract": _("C, D, H, S, NT or AT"),
        "declarer": _("N, W, S or E"),
        "contra": _("nothing, X, XX or XXX"),
    }
    if sheet.contracts.is_ambiguous(cells.get("contract", "")):
        right["contract"] = _("This letter has several meanings. Write ♣ ♦ ♥ ♠ or the word.")
    for key, words in right.items():
        if slip[key] is None:
            row.add_fault(key, cells.get(key, ""), words)


def game_slip(row: SheetRow, cells: Cells, points: dict[str, int]) -> dict[str, object]:
    won = numbers_by_side(row, cells, "games")
    slip: dict[str, object] = {"won": won} if won else {}
    if points or not won:
        slip["game"] = points or numbers_by_side(row, cells, "score")
    return slip


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def numbers_by_side(row: SheetRow, cells: Cells, what: str) -> dict[str, int]:
    numbers = {
        side: whole_number(row, cells, f"{side.lower()}_{what}")
        for side in SIDES
        if cells.get(f"{side.lower()}_{what}")
    }
    return {side: value for side, value in numbers.items() if value is not None}


def whole_number(row: SheetRow, cells: Cells, key: str) -> int | None:
    """Whole number of a cell, None for an empty one; 9.0 counts as 9.

    Thousands separators are accepted: 1 044, 1.044, 1'044. Ambiguous decimals are refused:
    1.000.
    """
    text = cells.get(key, "")
    if not text:
        return None
    digits = SPACES.sub(" ", text).replace("\u2212", "-").replace("’", "'").removeprefix("+")
    if THOUSANDS.fullmatch(digits) and not AMBIGUOUS_THOUSANDS.fullmatch(digits):
        digits = re.sub(r"[ .,']", "", digits)
    digits = re.sub(r"[.,]0{1,2}$", "", digits)
    if len(digits) < 8 and digits.removeprefix("-").isdecimal():
        return int(digits)
    row.add_fault(key, text, _("A whole number."))
    return None
