"""Histogram coordinates for server-rendered SVG; no text, no colours."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_BINS: Final = 25
TAIL_SHARE: Final = Fraction(1, 200)
"""At each end; these values can be merged into one bin."""
HEIGHT: Final = 240
TOP, BOTTOM = 40, 28
"""Heights are in pixels, widths in percent."""
MAX_BAR_VALUES: Final = 10


@dataclass(frozen=True, slots=True)
class Bin:
    low: int | None
    high: int | None
    count: int
    percent: Fraction


@dataclass(frozen=True, slots=True)
class Bar:
    x: str
    middle: str
    y: float
    width: str
    height: float
    is_minus: bool
    percent: Fraction


@dataclass(frozen=True, slots=True)
class Tick:
    at: str | float
    value: int


@dataclass(frozen=True, slots=True)
class Histogram:
    bins: tuple[Bin, ...]
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    lines: tuple[Tick, ...]
    mean_x: str

    @property
    def is_dense(self) -> bool:
        """Whether a phone is too narrow for a value on each bar."""
        return len(self.bars) > MAX_BAR_VALUES


def histogram(
    counts: Mapping[int, int], mean: float, beside: Mapping[int, int] | None = None
) -> Histogram | None:
    """Histogram of whole values with their counts; None without any.

    A second distribution, for comparison, gets the same bins and heights.
    """
    if not counts:
        return None
    all_counts = [counts, beside] if beside else [counts]
    spans = [range_without_tails(each, sum(each.values())) for each in all_counts]
    low, high = min(low for low, _high in spans), max(high for _low, high in spans)
    width = next((w for w in WIDTHS if high // w - low // w < MOST_BINS), WIDTHS[-1])
    both = [bins_of(each, low // width, high // width, width) for each in all_counts]
    tallest = max(each.percent for bins in both for each in bins)
    return lay_out(both[0], low // width, width, mean, tallest)


def bins_of(counts: Mapping[int, int], first: int, last: int, width: int) -> tuple[Bin, ...]:
    """Values in bins of this width; outliers go into the bins at the ends."""
    total = sum(counts.values())
    sums: Counter[int] = Counter()
    for value, count in counts.items():
        sums[min(max(value // width, first), last)] += count
    return tuple(
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


def range_without_tails(counts: Mapping[int, int], total: int) -> tuple[int, int]:
    """Lowest and highest value without the tails; the range includes 0."""
    cut = total * TAIL_SHARE
    values = sorted(counts)
    return min(0, edge(values, counts, cut)), max(0, edge(values[::-1], counts, cut))


def edge(values: list[int], counts: Mapping[int, int], cut: Fraction) -> int:
    before = 0
    for value in values:
        before += counts[value]
        if before > cut:
            return value
    return values[-1]


def lay_out(
    bins: tuple[Bin, ...], first: int, width: int, mean: float, tallest: Fraction
) -> Histogram:
    step = 100 / len(bins)
    scale = grid_step(tallest)
    top = -(-tallest // scale) * scale
    height = HEIGHT - TOP - BOTTOM

    def x_of(value: float) -> str:
        return f"{min(max((value / width - first) * step, 0), 100):.2f}%"

    def y_of(percent: Fraction | int) -> float:
        return round(HEIGHT - BOTTOM - float(percent / top) * height, 1)

    bars = tuple(
        Bar(
            x=f"{(index + 0.06) * step:.2f}%",
            middle=f"{(index + 0.5) * step:.2f}%",
            y=y_of(each.percent),
            width=f"{step * 0.88:.2f}%",
            height=round(HEIGHT - BOTTOM - y_of(each.percent), 1),
            is_minus=first + index < 0,
            percent=each.percent,
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
    """Percent between grid lines: 1, 2, 5, 10, 20 or 25, for at most five lines."""
    return next((step for step in (1, 2, 5, 10, 20, 25) if tallest <= 4 * step), 25)
