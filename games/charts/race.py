import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WIDTH: Final = 1180
HEIGHT: Final = 330
LEFT: Final = 52
RIGHT: Final = 264
TOP: Final = 16
BOTTOM: Final = 32
LABEL_GAP: Final = 19
MOST_DATES: Final = 14
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000)


@dataclass(frozen=True, slots=True)
class Track:
    line: str
    dots: tuple[tuple[float, float], ...]
    label_y: float


@dataclass(frozen=True, slots=True)
class Race:
    tracks: tuple[Track, ...]
    levels: tuple[tuple[int, float], ...]
    dates: tuple[tuple[int, float], ...]


def race_chart(sums: Sequence[Sequence[Fraction]], labels: int) -> Race:
    """Lay out sums after each evening; the first ``labels`` lines get end labels."""
    values = [value for line in sums for value in line]
    low, high = min(values, default=Fraction(0)), max(values, default=Fraction(1))
    bottom, top, step = scale_of(min(low, Fraction(0)), high)
    evenings = max((len(line) for line in sums), default=0)

    def y(value: Fraction | int) -> float:
        return round(
            TOP + (HEIGHT - TOP - BOTTOM) * float((top - value) / Fraction(top - bottom)), 1
        )

    drawn = [
        tuple((x_of(index, evenings), y(value)) for index, value in enumerate(line))
        for line in sums
    ]
    ends = spread_labels([dots[-1][1] for dots in drawn[:labels]])
    tracks = tuple(
        Track(
            " ".join(f"{x:g},{height:g}" for x, height in dots),
            dots,
            ends[index] if index < len(ends) else 0.0,
        )
        for index, dots in enumerate(drawn)
    )
    levels = tuple((level, y(level)) for level in range(bottom, top + 1, step))
    return Race(tracks, levels, dates_of(evenings))


def scale_of(low: Fraction, high: Fraction) -> tuple[int, int, int]:
    step = next((each for each in STEPS if (high - low) / each <= 5), STEPS[-1])
    bottom = math.floor(low / step) * step
    return bottom, max(math.ceil(high / step) * step, bottom + step), step


def x_of(index: int, evenings: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * index / max(evenings - 1, 1), 1)


def dates_of(evenings: int) -> tuple[tuple[int, float], ...]:
    every = max(math.ceil(evenings / MOST_DATES), 1)
    return tuple(
        (index, x_of(index, evenings))
        for index in range(evenings)
        if (evenings - 1 - index) % every == 0
    )


def spread_labels(heights: Sequence[float]) -> list[float]:
    """Label heights from the top, each at least a line below the previous one."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + LABEL_GAP) if placed else height)
    lowest = float(HEIGHT - BOTTOM)
    for index in reversed(range(len(placed))):
        placed[index] = round(min(placed[index], lowest), 1)
        lowest = placed[index] - LABEL_GAP
    return placed
