"""How much fits on one screen of the projector."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.public.selectors.rounds import RoundSeats, SittingLine
from tournaments.ranking.selectors import Line, PublicStandings

ROWS = 12
COLUMNS = 2
TABLES = 12
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of standings: its columns, each the lines of one list."""

    columns: tuple[tuple[Line, ...], ...]
    sections: tuple[str, ...]


def rankings_on_screens(standings: PublicStandings) -> list[Screen]:
    """The lists cut into screens: one list runs over both columns, two stand side by side."""
    if len(standings.lists) == COLUMNS:
        parts = [pieces(ranking.lines, ROWS) for ranking in standings.lists]
        sections = tuple(ranking.section for ranking in standings.lists)
        longest = max(map(len, parts))
        return [
            Screen(tuple(part[i] if i < len(part) else () for part in parts), sections)
            for i in range(longest)
        ]
    lines = standings.lists[0].lines if standings.lists else ()
    return [
        Screen(tuple(pieces(screen, ROWS)), ("all",)) for screen in pieces(lines, ROWS * COLUMNS)
    ]


def seats_on_screens(seats: RoundSeats | None) -> list[tuple[SittingLine, ...]]:
    """A round's tables, as many as can be read at once."""
    return pieces(seats.sittings, TABLES) if seats else []


def pieces(items: Sequence[Item], size: int) -> list[tuple[Item, ...]]:
    """The items in pieces of equal size but for the last one."""
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]
