"""Seats, boards and results as plain rows that can be edited and compared."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class TeamRow(NamedTuple):
    """An entrant's number, round of withdrawal and presence."""

    number: int | None = None
    withdrawn_from: int | None = None
    is_present: bool = False


class TableRow(NamedTuple):
    board_set: int | None
    match: int | None = None
    reasons: Any = ()


class SeatRow(NamedTuple):
    """The seat of an entrant or half team; without a table it sits out."""

    table: int | None = None
    side: str = ""
    place: str = ""


class PlayRow(NamedTuple):
    """A board at a table: counted result version, state, and whether sides are swapped."""

    board: int
    result: int | None = None
    state: str = "empty"
    is_turned: bool = False


class RoundRow(NamedTuple):
    is_published: bool = True


class PlanRow(NamedTuple):
    rounds: int | None = None


class SubstitutionRow(NamedTuple):
    is_active: bool = False


class BracketRow(NamedTuple):
    entrants: int | None = None


class WalkoverRow(NamedTuple):
    winner: int | None = None


SECTIONS: Mapping[str, Any] = {
    "teams": TeamRow,
    "plan": PlanRow,
    "periods": RoundRow,
    "tables": TableRow,
    "seats": SeatRow,
    "plays": PlayRow,
    "substitutions": SubstitutionRow,
    "bracket": BracketRow,
    "walkovers": WalkoverRow,
}
Key = tuple[int, ...]
Rows = dict[str, dict[str, list[Any] | None]]


@dataclass(slots=True)
class Layout:
    """Rows by key.

    Keys in field order: team id; 0; round; (round, table); (round, team id, half); (round,
    table, order); id; 0; (round, match).
    """

    teams: dict[Key, TeamRow] = field(default_factory=dict)
    plan: dict[Key, PlanRow] = field(default_factory=dict)
    periods: dict[Key, RoundRow] = field(default_factory=dict)
    tables: dict[Key, TableRow] = field(default_factory=dict)
    seats: dict[Key, SeatRow] = field(default_factory=dict)
    plays: dict[Key, PlayRow] = field(default_factory=dict)
    substitutions: dict[Key, SubstitutionRow] = field(default_factory=dict)
    bracket: dict[Key, BracketRow] = field(default_factory=dict)
    walkovers: dict[Key, WalkoverRow] = field(default_factory=dict)

    def copy(self) -> "Layout":
        return Layout(**{name: dict(getattr(self, name)) for name in SECTIONS})

    def at(self, number: int, table: int) -> dict[Key, SeatRow]:
        return {
            key: row for key, row in self.seats.items() if key[0] == number and row.table == table
        }

    def of(self, number: int, team: int) -> dict[Key, SeatRow]:
        """Seats of one entrant in a round, one per half."""
        return {key: row for key, row in self.seats.items() if key[:2] == (number, team)}

    def entrants_at_rest(self, number: int) -> list[int]:
        """Entrants with no seated half in a round."""
        here = [(key[1], row.table) for key, row in self.seats.items() if key[0] == number]
        seated = {team for team, table in here if table is not None}
        return list(dict.fromkeys(team for team, _table in here if team not in seated))

    def rests(self) -> Counter[int]:
        """Rounds without a table by entrant, counting two resting halves as one."""
        seated = {key[:2] for key, row in self.seats.items() if row.table is not None}
        places = {key[:2] for key in self.seats}
        whole = Counter(team for number, team in places if (number, team) not in seated)
        halves = Counter(
            key[1] for key, row in self.seats.items() if row.table is None and key[:2] in seated
        )
        return whole + Counter({team: (count + 1) // 2 for team, count in halves.items()})

    def results_at(self, number: int, table: int) -> int:
        return sum(row.result is not None for row in self.boards_at(number, table).values())

    def boards_at(self, number: int, table: int) -> dict[Key, PlayRow]:
        plays = {key: row for key, row in self.plays.items() if key[:2] == (number, table)}
        return dict(sorted(plays.items()))

    @property
    def rounds(self) -> list[int]:
        """Numbers of rounds with seats."""
        return sorted({key[0] for key in self.seats})

    def clear(self, number: int, table: int) -> None:
        """Remove a table from a round; its entrants sit out."""
        for key in self.at(number, table):
            self.seats[key] = SeatRow()
        for key in self.boards_at(number, table):
            del self.plays[key]
        self.tables.pop((number, table), None)

    def open(
        self, number: int, table: int, board_set: int | None, boards: list[int], **more: Any
    ) -> None:
        """Add a table with its boards to a round."""
        self.tables[number, table] = TableRow(board_set, **more)
        for order, board in enumerate(boards, start=1):
            self.plays[number, table, order] = PlayRow(board)

    def play_set(self, number: int, table: int, board_set: int, boards: list[int]) -> None:
        """Assign other boards; results keep their order."""
        row = self.tables[number, table]
        self.tables[number, table] = row._replace(board_set=board_set)
        for (key, play), board in zip(self.boards_at(number, table).items(), boards, strict=False):
            self.plays[key] = play._replace(board=board)


def differences(before: Layout, after: Layout) -> tuple[Rows, Rows]:
    """Differing rows as JSON; None for missing ones."""
    old: Rows = {}
    new: Rows = {}
    for name in SECTIONS:
        one, other = getattr(before, name), getattr(after, name)
        keys = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
        if keys:
            old[name] = {text(key): as_list(one.get(key)) for key in sorted(keys)}
            new[name] = {text(key): as_list(other.get(key)) for key in sorted(keys)}
    return old, new


def revert(now: Layout, before: Rows, after: Rows) -> Layout | None:
    """The layout with a change reverted; None if the affected rows changed again.

    Of rows that existed before and after, only the changed values are restored. Also None if
    an entrant without a number would have seats, or a bracket match with results would change
    sides.
    """
    reverted = now.copy()
    for name, key, old, new in rows_of(before, after):
        rows = getattr(reverted, name)
        here = rows.get(key)
        if old is None or new is None or here is None:
            if here != new:
                return None
            back = old
        else:
            pairs = [(h, o, n) for h, o, n in zip(here, old, new, strict=True)]
            if any(o != n and h != n for h, o, n in pairs):
                return None
            back = type(here)(*(h if o == n else o for h, o, n in pairs))
        if back is None:
            rows.pop(key, None)
        else:
            rows[key] = back
    left_out = {
        key[0]
        for key, row in now.teams.items()
        if row.number is not None and reverted.teams.get(key, TeamRow()).number is None
    }
    if any(key[1] in left_out for key in reverted.seats):
        return None
    moved = [
        (key[0], row.table) for key, row in now.seats.items() if reverted.seats.get(key) != row
    ]
    if "bracket" in before and any(table and now.results_at(at, table) for at, table in moved):
        return None
    return reverted


def rows_of(before: Rows, after: Rows) -> Iterator[tuple[str, Key, Any, Any]]:
    """Stored differences: section, key, old row, new row."""
    for name, kind in SECTIONS.items():
        for word, old in before.get(name, {}).items():
            new = after[name][word]
            yield (
                name,
                tuple(map(int, word.split("/"))),
                kind(*old) if old is not None else None,
                kind(*new) if new is not None else None,
            )


def text(key: Key) -> str:
    return "/".join(map(str, key))


def as_list(row: tuple[object, ...] | None) -> list[object] | None:
    return None if row is None else list(row)
