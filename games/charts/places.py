"""Places after each round of a whole field as lines; words and colours are the page's.

Lines lie in a box of 1000 × 1000 that is drawn out to the width and the height of its place on
the page; marks and numbers stand in percent of it and keep their size.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.charts.ways import curve_through

BOX: Final = 1000
MOST_NAMED: Final = 60
"""Of a larger field the names have no room beside the lines."""
MOST_NUMBERED: Final = 11
"""With more rounds the marks have no room for their places on a phone."""
MOST_MARKED: Final = 24
MOST_LABELS: Final = 12
LEVELS: Final = 5


@dataclass(frozen=True, slots=True)
class Row:
    """Who stands where at the end: ``places`` after each round, empty for who missed some."""

    number: int
    place: int
    name: str
    places: tuple[int, ...]
    is_tied: bool = False
    figure: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the chart in percent of its width and height, with what stands there."""

    x: str
    y: str
    text: int


@dataclass(frozen=True, slots=True)
class Way:
    """One row's line and its marks."""

    row: Row
    path: str
    marks: tuple[Mark, ...]

    @property
    def told(self) -> str:
        """Its places in words."""
        return ", ".join(str(place) for place in self.row.places)


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """The whole field; ``own`` is the row that is followed, ``other`` the one beside it."""

    rows: tuple[Row, ...]
    rounds: int
    labels: tuple[Mark, ...]
    lines: tuple[str, ...]
    levels: tuple[Mark, ...]
    field: str
    own: Way | None = None
    other: Way | None = None

    @property
    def is_named(self) -> bool:
        """Whether everybody's name stands beside the lines."""
        return len(self.rows) <= MOST_NAMED

    @property
    def numbers(self) -> range:
        """The numbers of the rounds."""
        return range(1, self.rounds + 1)

    @property
    def is_dense(self) -> bool:
        """Whether a phone has no room for places in the marks."""
        return self.rounds > MOST_NUMBERED

    @property
    def is_marked(self) -> bool:
        """Whether each round has a mark, and not only the last one."""
        return self.rounds <= MOST_MARKED

    @property
    def followed(self) -> tuple[Way, ...]:
        """The lines that are brought out: one, two or none."""
        return tuple(way for way in (self.own, self.other) if way)

    @property
    def rest(self) -> int:
        """How many lines are grey."""
        return sum(bool(row.places) for row in self.rows) - len(self.followed)


def place_chart(rows: Sequence[Row], own: int = 0, other: int = 0) -> PlaceChart | None:
    """The chart of rows in their final order; None where fewer than two have lines of two rounds.

    ``own`` and ``other`` are the numbers of those who are followed; 0 and unknown ones are nobody.
    """
    rounds = max((len(row.places) for row in rows), default=0)
    whole = [row for row in rows if row.places]
    if rounds < 2 or len(whole) < 2:
        return None
    lowest = max(len(rows), *(max(row.places) for row in whole))
    followed = way_of(whole, own, lowest)
    beside = way_of(whole, other, lowest) if other != own else None
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


def way_of(rows: Sequence[Row], number: int, lowest: int) -> Way | None:
    """The way of the row with this number."""
    row = next((row for row in rows if row.number == number), None)
    if row is None or not number:
        return None
    marks = (
        Mark(percent(index, len(row.places) - 1), height_of(place, lowest), place)
        for index, place in enumerate(row.places)
    )
    return Way(row, path_of(row.places, lowest), tuple(marks))


@lru_cache(maxsize=4096)
def path_of(places: tuple[int, ...], lowest: int) -> str:
    """The curve through these places; hundreds of pages draw the same ones."""
    across = BOX / (len(places) - 1)
    points = [
        (round(across * index), round(BOX * (place - 0.5) / lowest))
        for index, place in enumerate(places)
    ]
    return curve_through(points)


def labels_of(rounds: int) -> tuple[Mark, ...]:
    """The numbers of the rounds, not each where there are many."""
    every = math.ceil(rounds / MOST_LABELS)
    return tuple(
        Mark(percent(index, rounds - 1), "", index + 1) for index in range(0, rounds, every)
    )


def levels_of(lowest: int) -> tuple[Mark, ...]:
    """The places that are numbered on the left: the first, the last and some between them."""
    step = max(1, round(lowest / (LEVELS - 1)))
    places = [1, *range(step, lowest - step // 2, step), lowest]
    return tuple(Mark("", height_of(place, lowest), place) for place in dict.fromkeys(places))


def height_of(place: int, lowest: int) -> str:
    """How far down a place is."""
    return percent(2 * place - 1, 2 * lowest)


def percent(part: int, whole: int) -> str:
    """A part of a whole as CSS and SVG write it."""
    return f"{100 * part / whole:.2f}%"
