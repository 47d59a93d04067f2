"""Chart coordinates for server-rendered SVG; no text, no colours."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

SPARK_WIDTH = 106
SPARK_HEIGHT = 32
SPARK_INSET = 4


@dataclass(frozen=True, slots=True)
class Segment:
    x: float
    width: float
    filled: float
    running: bool


def progress_segments(total: int, done: int, part: float = 0.0) -> list[Segment]:
    if total < 1:
        return []
    gap = min(1.2, 20 / total)
    width = (100 - gap * (total - 1)) / total
    return [_segment(index, done, part, width, gap) for index in range(total)]


def _segment(index: int, done: int, part: float, width: float, gap: float) -> Segment:
    running = index == done and part > 0
    share = 1.0 if index < done else min(part, 1.0) if running else 0.0
    return Segment(
        x=round(index * (width + gap), 2),
        width=round(width, 2),
        filled=round(width * share, 2),
        running=running,
    )


def share_percent(value: float | Fraction, whole: float | Fraction) -> float:
    """``value`` as percent of ``whole``, clamped to 0–100; 0 if ``whole`` is not positive."""
    if whole <= 0:
        return 0.0
    return round(float(min(max(100 * value / whole, 0), 100)), 2)


def spark_points(
    places: Sequence[int], field: int, rounds: int | None = None
) -> list[tuple[float, float]]:
    """Each round's rank (1 is the top) in the sparkline's box of 106 × 32."""
    across = max((rounds or len(places)) - 1, 1)
    width = SPARK_WIDTH - 2 * SPARK_INSET
    height = SPARK_HEIGHT - 2 * SPARK_INSET
    down = max(field - 1, 1)
    return [
        (
            round(SPARK_INSET + width * index / across, 1),
            round(SPARK_INSET + height * (place - 1) / down, 1),
        )
        for index, place in enumerate(places)
    ]


def share_spark_points(shares: Sequence[float | None]) -> list[tuple[float, float]]:
    """Shares of a field (0 is the top) in the sparkline's box; absences have no point.

    The line ends at the right edge with the last evening.
    """
    across = max(len(shares) - 1, 1)
    width, height = SPARK_WIDTH - 2 * SPARK_INSET, SPARK_HEIGHT - 2 * SPARK_INSET
    return [
        (
            round(SPARK_INSET + width * index / across, 1),
            round(SPARK_INSET + height * share, 1),
        )
        for index, share in enumerate(shares)
        if share is not None
    ]


def polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


STRIP_WIDTH = 206
STRIP_HEIGHT = 36
STRIP_DOT = 3.0


def strip_dots(values: Iterable[float], limit: float) -> list[tuple[float, float]]:
    """Stack differences on a strip of 206 × 36 from −limit to +limit."""
    stacks = Counter(strip_x(value, limit) for value in values)
    return [
        (x, round(STRIP_HEIGHT / 2 + offset, 1))
        for x, count in sorted(stacks.items())
        for offset in _offsets(count)
    ]


def _offsets(count: int) -> list[float]:
    """Offsets around the line (0, −6, +6 …), closer for many values."""
    room = STRIP_HEIGHT / 2 - STRIP_DOT
    step = min(2 * STRIP_DOT, room / max(count // 2, 1))
    return [(level + 1) // 2 * step * (-1 if level % 2 else 1) for level in range(count)]


def strip_x(value: float, limit: float) -> float:
    share = min(max(value / limit, -1.0), 1.0) if limit else 0.0
    return round(STRIP_WIDTH / 2 + share * (STRIP_WIDTH / 2 - 6), 1)


HISTORY_WIDTH = 640
HISTORY_HEIGHT = 240
HISTORY_LEFT = 52
HISTORY_RIGHT = 16
HISTORY_TOP = 16
HISTORY_BOTTOM = 28
HISTORY_STEPS = (10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class HistoryChart:
    """A line over time in a box of 640 × 240, with round numbers on its left."""

    line: str
    dots: tuple[tuple[float, float, int], ...]
    levels: tuple[tuple[int, float], ...]


def history_chart(values: Sequence[int]) -> HistoryChart:
    low, high = min(values), max(values)
    step = next((each for each in HISTORY_STEPS if (high - low) / each <= 4), HISTORY_STEPS[-1])
    bottom = math.floor(low / step) * step
    top = max(math.ceil(high / step) * step, bottom + step)
    height = HISTORY_HEIGHT - HISTORY_TOP - HISTORY_BOTTOM
    width = HISTORY_WIDTH - HISTORY_LEFT - HISTORY_RIGHT

    def y(value: int) -> float:
        return round(HISTORY_TOP + height * (top - value) / (top - bottom), 1)

    dots = tuple(
        (round(HISTORY_LEFT + width * index / max(len(values) - 1, 1), 1), y(value), value)
        for index, value in enumerate(values)
    )
    levels = tuple((level, y(level)) for level in range(bottom, top + 1, step))
    return HistoryChart(polyline((x, y) for x, y, _value in dots), dots, levels)
