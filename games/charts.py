"""Coordinates of the charts that the server draws as SVG; no words, no colours."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SPARK_WIDTH = 106
SPARK_HEIGHT = 32
SPARK_INSET = 4


@dataclass(frozen=True, slots=True)
class Segment:
    """One round of a progress bar, in percent of the bar's width."""

    x: float
    width: float
    filled: float
    running: bool


def progress_segments(total: int, done: int, part: float = 0.0) -> list[Segment]:
    """Cut a bar into one segment a round; ``part`` (0 to 1) of the running one is filled."""
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


def share_percent(value: float, whole: float) -> float:
    """Give ``value`` as percent of ``whole``, kept within 0 and 100; 0 of nothing."""
    if whole <= 0:
        return 0.0
    return round(min(max(100 * value / whole, 0.0), 100.0), 2)


def spark_points(
    places: Sequence[int], field: int, rounds: int | None = None
) -> list[tuple[float, float]]:
    """Place each round's rank (1 is the top) into the spark line's box of 106 × 32."""
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


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Join points into the ``points`` attribute of an SVG polyline."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)
