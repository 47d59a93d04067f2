"""Coordinates of a player's evenings over time, as stems from the field average.

No text, no colours; a table on the page shows the same data.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from games.charts.board import polyline

EVEN: Final = 50
LEFT: Final = 56
RIGHT: Final = 176
TOP: Final = 44
BOTTOM: Final = 30
HEIGHT: Final = 300
USUAL_WIDTH: Final = 1180
"""Very many evenings get ``LEAST_STEP`` each."""
LEAST_STEP: Final = 16
MOST_STEP: Final = 96
MONTH_ROOM: Final = 42
LABEL_ROOM: Final = 19
PLACE_ROOM: Final = 36
WRITTEN: Final = 3


@dataclass(frozen=True, slots=True)
class EveningPoint:
    """An evening's percentage; ``is_usual``: played with the usual partner."""

    day: date
    value: float
    mean: float | None
    place: int
    is_usual: bool


@dataclass(frozen=True, slots=True)
class EveningDot:
    """Position of a dot; ``place`` is 0 unless it is written at ``label_y``."""

    x: float
    y: float
    is_usual: bool
    place: int
    label_y: float


@dataclass(frozen=True, slots=True)
class EveningChart:
    """Everything to draw; ``months`` and ``years`` are days where one begins."""

    width: int
    even: float
    levels: tuple[tuple[int, float], ...]
    dots: tuple[EveningDot, ...]
    mean: str
    mean_label: float
    even_label: float
    months: tuple[tuple[float, date], ...]
    years: tuple[tuple[float, date], ...]
    right: float
    bottom: float = HEIGHT - BOTTOM


def evening_chart(evenings: Sequence[EveningPoint]) -> EveningChart:
    """Lay out evenings, oldest first, on a scale symmetric around the field average."""
    last = max(len(evenings) - 1, 1)
    step = min(max((USUAL_WIDTH - LEFT - RIGHT) / last, LEAST_STEP), MOST_STEP)
    reach = max(10.0, *(abs(each.value - EVEN) for each in evenings)) + 2
    middle = (TOP + HEIGHT - BOTTOM) / 2
    half = middle - TOP

    def x(index: int) -> float:
        return round(LEFT + step * index, 1)

    def y(value: float) -> float:
        return round(middle - half * (value - EVEN) / reach, 1)

    means = [(x(at), y(each.mean)) for at, each in enumerate(evenings) if each.mean is not None]
    end = means[-1][1] if means else y(EVEN)
    steps = math.floor(reach / 10)
    return EveningChart(
        width=math.ceil(LEFT + step * (len(evenings) - 1) + RIGHT),
        even=y(EVEN),
        levels=tuple((level, y(level)) for level in range(50 - 10 * steps, 51 + 10 * steps, 10)),
        dots=without_overlaps(
            [dot_of(each, x(at), y(each.value)) for at, each in enumerate(evenings)]
        ),
        mean=polyline(means),
        mean_label=separate_label(end, y(EVEN)),
        even_label=y(EVEN),
        months=tuple(months_of(evenings, step)),
        years=tuple(years_of(evenings, step)),
        right=x(len(evenings) - 1),
    )


def dot_of(evening: EveningPoint, x: float, y: float) -> EveningDot:
    place = evening.place if evening.place <= WRITTEN else 0
    return EveningDot(x, y, evening.is_usual, place, y - 12 if evening.value >= EVEN else y + 23)


def without_overlaps(dots: Sequence[EveningDot]) -> tuple[EveningDot, ...]:
    """Drop place labels that would overlap; first places have priority."""
    labelled: list[EveningDot] = []
    for dot in sorted(dots, key=lambda dot: dot.place):
        if dot.place and not any(is_overlapping(dot, other) for other in labelled):
            labelled.append(dot)
    return tuple(dot if dot in labelled else replace(dot, place=0) for dot in dots)


def is_overlapping(dot: EveningDot, other: EveningDot) -> bool:
    return abs(dot.x - other.x) < PLACE_ROOM and abs(dot.label_y - other.label_y) < LABEL_ROOM


def separate_label(label: float, other: float) -> float:
    """The height of a label, moved so that another one stays readable."""
    if abs(label - other) >= LABEL_ROOM:
        return label
    return other - LABEL_ROOM if label <= other else other + LABEL_ROOM


def months_of(evenings: Sequence[EveningPoint], step: float) -> Iterator[tuple[float, date]]:
    """Label each month at its first evening, as far as space allows."""
    free = 0.0
    before = (0, 0)
    for at, each in enumerate(evenings):
        x, month = round(LEFT + step * at, 1), (each.day.year, each.day.month)
        if month != before and x >= free:
            yield x, each.day
            free = x + MONTH_ROOM
        before = month


def years_of(evenings: Sequence[EveningPoint], step: float) -> Iterator[tuple[float, date]]:
    before = 0
    for at, each in enumerate(evenings):
        if each.day.year != before:
            yield round(LEFT + step * (at - 0.5) if at else LEFT - 14, 1), each.day
        before = each.day.year
