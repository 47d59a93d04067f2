from collections import Counter
from collections.abc import Iterable
from typing import Final

FIELD_WIDTH: Final = 440
FIELD_HEIGHT: Final = 48
FIELD_DOT: Final = 3.5
STEP: Final = 2 * FIELD_DOT + 0.5


def field_x(value: float, limit: float) -> float:
    share = min(max(value / limit, -1.0), 1.0) if limit else 0.0
    return round(FIELD_WIDTH / 2 + share * (FIELD_WIDTH / 2 - STEP), 1)


def field_dots(values: Iterable[float], limit: float) -> list[tuple[float, float]]:
    """A dot per table; overlapping dots are stacked."""
    columns = Counter(round((field_x(value, limit) - FIELD_WIDTH / 2) / STEP) for value in values)
    return [
        (round(FIELD_WIDTH / 2 + column * STEP, 1), round(y, 1))
        for column, count in sorted(columns.items())
        for y in _heights(count)
    ]


def _heights(count: int) -> list[float]:
    room = FIELD_HEIGHT - 2 * FIELD_DOT
    step = min(STEP, room / max(count - 1, 1))
    top = FIELD_HEIGHT / 2 - step * (count - 1) / 2
    return [top + step * level for level in range(count)]
