"""Coordinates of a histogram that the server draws as SVG; no words, no colours."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_BINS: Final = 25
TAIL: Final = Fraction(1, 200)
"""The share of the values at each end that may be put together in one bin."""
CHART_WIDTH: Final = 480
CHART_HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 52, 24, 24, 28


@dataclass(frozen=True, slots=True)
class Bin:
    """Values from ``low`` to ``high``, both included; None at an end that is open."""

    low: int | None
    high: int | None
    count: int
    percent: Fraction


@dataclass(frozen=True, slots=True)
class Bar:
    """A bin on the chart."""

    x: float
    y: float
    width: float
    height: float
    is_minus: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A label at a place on an axis."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bins from the lowest value to the highest, and how they are drawn."""

    bins: tuple[Bin, ...]
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    lines: tuple[Tick, ...]
    mean_x: float


def histogram(counts: Mapping[int, int], mean: float) -> Histogram | None:
    """The histogram of whole values with their counts; None without any."""
    total = sum(counts.values())
    if not total:
        return None
    low, high = middle_of(counts, total)
    width = next((w for w in WIDTHS if high // w - low // w < MOST_BINS), WIDTHS[-1])
    first, last = low // width, high // width
    sums: Counter[int] = Counter()
    for value, count in counts.items():
        sums[min(max(value // width, first), last)] += count
    bins = tuple(
        Bin(
            low=None if place == first and min(counts) < first * width else place * width,
            high=None
            if place == last and max(counts) >= (last + 1) * width
            else (place + 1) * width - 1,
            count=sums[place],
            percent=Fraction(100 * sums[place], total),
        )
        for place in range(first, last + 1)
    )
    return lay_out(bins, first, width, mean)


def middle_of(counts: Mapping[int, int], total: int) -> tuple[int, int]:
    """The lowest and the highest value once the tails are left out; 0 always lies between."""
    cut = total * TAIL
    values = sorted(counts)
    return min(0, edge(values, counts, cut)), max(0, edge(values[::-1], counts, cut))


def edge(values: list[int], counts: Mapping[int, int], cut: Fraction) -> int:
    """The first value, in this order, before which at most ``cut`` lie."""
    before = 0
    for value in values:
        before += counts[value]
        if before > cut:
            return value
    return values[-1]


def lay_out(bins: tuple[Bin, ...], first: int, width: int, mean: float) -> Histogram:
    """Lay the bins out on the chart."""
    room = CHART_WIDTH - LEFT - RIGHT
    step = room / len(bins)
    tallest = max(each.percent for each in bins)
    scale = grid_step(tallest)
    top = -(-tallest // scale) * scale
    height = CHART_HEIGHT - TOP - BOTTOM

    def x_of(value: float) -> float:
        place = LEFT + (value / width - first) * step
        return round(min(max(place, LEFT), CHART_WIDTH - RIGHT), 1)

    def y_of(percent: Fraction | int) -> float:
        return round(CHART_HEIGHT - BOTTOM - float(percent / top) * height, 1)

    bars = tuple(
        Bar(
            x=round(LEFT + index * step + step * 0.06, 1),
            y=y_of(each.percent),
            width=round(step * 0.88, 1),
            height=round(CHART_HEIGHT - BOTTOM - y_of(each.percent), 1),
            is_minus=first + index < 0,
        )
        for index, each in enumerate(bins)
    )
    every = max(1, -(-len(bins) // 6))
    ticks = tuple(
        Tick(x_of(place * width), place * width)
        for place in range(first, first + len(bins) + 1)
        if place % every == 0
    )
    lines = tuple(Tick(y_of(value), value) for value in range(0, int(top) + 1, scale))
    return Histogram(bins, bars, ticks, lines, x_of(mean))


def grid_step(tallest: Fraction) -> int:
    """The percents between two lines of the grid: 1, 2, 5, 10, 20 or 25, for at most five."""
    return next((step for step in (1, 2, 5, 10, 20, 25) if tallest <= 4 * step), 25)
