"""A stage of an archive with lookups for all checks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from games.belot import RuleError, Variant, variant_from_json
from tournaments.archive.file import Json

Row = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Finding:
    """A discrepancy: error code, path, found value and expected value."""

    code: str
    at: str
    found: object = None
    right: object = None


class Stage:
    """Rows of one stage by id, and values derived from them."""

    def __init__(self, rows: Mapping[str, Json], at: str) -> None:
        self.rows = rows
        self.at = at
        self.own: Row = rows["tournament"]

    def __getitem__(self, name: str) -> list[Row]:
        rows: list[Row] = self.rows[name]
        return rows

    def row(self, name: str, number: int) -> Row:
        return self[name][number - 1]

    def place(self, name: str, number: int, column: str = "") -> str:
        where = f"{self.at}.{name}[{number - 1}]"
        return f"{where}.{column}" if column else where

    @cached_property
    def variant(self) -> Variant:
        return variant_from_json(self.own["variant"])

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Current rules and all former ones recorded in the log."""
        all_variants = [self.variant]
        for line in self["log"]:
            for side in ("before", "after") if line["action"] in RULES_CHANGED else ():
                try:
                    all_variants.append(variant_from_json(line["details"][side]))
                except (RuleError, ValueError, KeyError, TypeError):
                    continue
        return tuple(dict.fromkeys(all_variants))

    @property
    def is_open_play(self) -> bool:
        return bool(self.own["cards"] == "open")

    @cached_property
    def seats_of_sitting(self) -> Mapping[int, list[Row]]:
        seats_by_sitting: dict[int, list[Row]] = defaultdict(list)
        for seat in self["seats"]:
            if seat["sitting"] is not None:
                seats_by_sitting[seat["sitting"]].append(seat)
        return seats_by_sitting

    @cached_property
    def results_of(self) -> Mapping[int, list[Row]]:
        results_by_play: dict[int, list[Row]] = defaultdict(list)
        for result in self["results"]:
            results_by_play[result["play"]].append(result)
        return {
            play: sorted(rows, key=lambda row: row["version"])
            for play, rows in results_by_play.items()
        }

    @cached_property
    def plays_of(self) -> Mapping[int, list[Row]]:
        plays_by_sitting: dict[int, list[Row]] = defaultdict(list)
        for play in self["plays"]:
            plays_by_sitting[play["sitting"]].append(play)
        return plays_by_sitting

    def has_play(self, number: str, board: int) -> bool:
        """Whether a decimal string is the id of a play of the board."""
        if not number.isdecimal() or not 1 <= int(number[:9]) <= len(self["plays"]):
            return False
        return bool(self.row("plays", int(number[:9]))["board"] == board)

    def round_of(self, play: Row) -> int:
        sitting = self.row("sittings", play["sitting"])
        return int(self.row("rounds", sitting["round"])["number"])

    def table_of(self, play: Row) -> int:
        sitting = self.row("sittings", play["sitting"])
        return int(self.row("tables", sitting["table"])["number"])

    def lines_of(self, *actions: str) -> Iterator[Row]:
        return (line for line in self["log"] if line["action"] in actions)

    @cached_property
    def is_as_drawn(self) -> bool:
        """Whether seats and boards are unchanged since the draw."""
        return not self["changes"] and not any(self.lines_of(*RESEATED))


RULES_CHANGED = frozenset({"rules_chosen", "rules_changed"})
RESEATED = ("round_redrawn", "round_taken_back", "player_substituted", "team_joined")


def parse_timestamp(text: str) -> datetime:
    return datetime.fromisoformat(text)


def duplicates(
    stage: Stage, name: str, columns: tuple[str, ...], code: str = "twice"
) -> Iterator[Finding]:
    """Duplicate rows by these columns; rows with a null are ignored."""
    first_ids: dict[tuple[Json, ...], int] = {}
    for row in stage[name]:
        key = tuple(row[column] for column in columns)
        if None in key:
            continue
        if key in first_ids:
            here = stage.place(name, row["id"], columns[-1])
            yield Finding(
                code, here, row[columns[-1]], f"as in {name}[{first_ids[key] - 1}] once only"
            )
        first_ids.setdefault(key, row["id"])


def wrong_numbering(stage: Stage, name: str, column: str = "number") -> Iterator[Finding]:
    """Rows not numbered 1, 2, 3 … in order."""
    for at, row in enumerate(stage[name], start=1):
        if row[column] != at:
            yield Finding("not_in_order", stage.place(name, row["id"], column), row[column], at)
