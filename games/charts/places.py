"""Line chart of a field's places after each round; text and colours are the page's.

Lines use a box of 1000 × 1000 stretched to its size on the page; marks and numbers are
placed in percent and keep their size.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.charts.ways import curve_through

BOX: Final = 1000
MAX_NAMED: Final = 60
"""More do not fit next to the lines."""
MAX_NUMBERED_ROUNDS: Final = 11
"""More places do not fit on a phone."""
MOST_MARKED: Final = 24
MOST_LABELS: Final = 12
LEVELS: Final = 5


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """An entrant's final place; ``places`` after each round, empty if it missed one."""

    number: int
    place: int
    name: str
    places: tuple[int, ...]
    is_tied: bool = False
    figure: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    x: str
    y: str
    text: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    row: PlaceRow
    path: str
    marks: tuple[Mark, ...]

    @property
    def told(self) -> str:
        return ", ".join(str(place) for place in self.row.places)


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """The whole field; ``own`` is the highlighted row, ``other`` the one compared with it."""

    rows: tuple[PlaceRow, ...]
    rounds: int
    labels: tuple[Mark, ...]
    lines: tuple[str, ...]
    levels: tuple[Mark, ...]
    field: str
    own: PlaceLine | None = None
    other: PlaceLine | None = None

    @property
    def is_named(self) -> bool:
        """Whether every name fits next to the lines."""
        return len(self.rows) <= MAX_NAMED

    @property
    def numbers(self) -> range:
        return range(1, self.rounds + 1)

    @property
    def is_dense(self) -> bool:
        """Whether a phone is too narrow for places in the marks."""
        return self.rounds > MAX_NUMBERED_ROUNDS

    @property
    def is_marked(self) -> bool:
        """Whether each round has a mark, and not only the last."""
        return self.rounds <= MOST_MARKED

    @property
    def marked(self) -> tuple[PlaceLine, ...]:
        return tuple(way for way in (self.own, self.other) if way)

    @property
    def rest(self) -> int:
        return sum(bool(row.places) for row in self.rows) - len(self.marked)


def place_chart(rows: Sequence[PlaceRow], own: int = 0, other: int = 0) -> PlaceChart | None:
    """Chart of rows in final order; None unless two rows have lines over two rounds.

    ``own`` and ``other`` are row numbers to highlight; 0 and unknown ones highlight none.
    """
    rounds = max((len(row.places) for row in rows), default=0)
    whole = [row for row in rows if row.places]
    if rounds < 2 or len(whole) < 2:
        return None
    lowest = max(len(rows), *(max(row.places) for row in whole))
    followed = line_of_row(whole, own, lowest)
    beside = line_of_row(whole, other, lowest) if other != own else None
    named = {way.row.number for way in (followed, beside) if way}
    grey = tuple(row.places for row in whole if row.number not in named)
    return PlaceChart(
        rows=tuple(rows),
        rounds=rounds,
        labels=labels_of(rounds),
        lines=tuple(percent(index, rounds - 1) for index in range(rounds)),
        levels=levels_of(lowest),
        field="".join(path_of(places, lowest) for places in grey),
        own=followed,
        other=beside,
    )


def line_of_row(rows: Sequence[PlaceRow], number: int, lowest: int) -> PlaceLine | None:
    row = next((row for row in rows if row.number == number), None)
    if row is None or not number:
        return None
    marks = (
        Mark(percent(index, len(row.places) - 1), height_of(place, lowest), place)
        for index, place in enumerate(row.places)
    )
    return PlaceLine(row, path_of(row.places, lowest), tuple(marks))


@lru_cache(maxsize=4096)
def path_of(places: tuple[int, ...], lowest: int) -> str:
    """Cached, since hundreds of pages draw the same curves."""
    across = BOX / (len(places) - 1)
    points = [
        (round(across * index), round(BOX * (place - 0.5) / lowest))
        for index, place in enumerate(places)
    ]
    return curve_through(points)


def labels_of(rounds: int) -> tuple[Mark, ...]:
    every = math.ceil(rounds / MOST_LABELS)
    return tuple(
        Mark(percent(index, rounds - 1), "", index + 1) for index in range(0, rounds, every)
    )


def levels_of(lowest: int) -> tuple[Mark, ...]:
    """Places labelled on the left: the first, the last and some between."""
    step = max(1, round(lowest / (LEVELS - 1)))
    places = [1, *range(step, lowest - step // 2, step), lowest]
    return tuple(Mark("", height_of(place, lowest), place) for place in dict.fromkeys(places))


def height_of(place: int, lowest: int) -> str:
    return percent(2 * place - 1, 2 * lowest)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%"
