from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.charts.histogram import BOTTOM, HEIGHT, MAX_BAR_VALUES, TOP, Bar, Tick

WHOLE: Final = 100
LINES: Final = (0, 25, 50, 75, 100)
MAX_LABELS: Final = 11
"""Of two or three digits."""
MOST_ON_PHONES: Final = 7


@dataclass(frozen=True, slots=True)
class Label:
    at: str
    words: str
    is_spare: bool
    """Omitted on narrow screens."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Horizontal values are in percent, heights in pixels."""

    bars: tuple[Bar, ...]
    labels: tuple[Label, ...]
    lines: tuple[Tick, ...]

    @property
    def is_dense(self) -> bool:
        return len(self.bars) > MAX_BAR_VALUES


def shares_chart(shares: Sequence[tuple[str, Fraction]]) -> Shares:
    """A bar per (label, percent); the last is always labelled, others as space allows."""
    step = Fraction(100, len(shares))
    bars = tuple(
        Bar(
            x=f"{float((index + Fraction(6, 100)) * step):.2f}%",
            middle=f"{float((index + Fraction(1, 2)) * step):.2f}%",
            y=y_of(percent),
            width=f"{float(step * Fraction(88, 100)):.2f}%",
            height=round(HEIGHT - BOTTOM - y_of(percent), 1),
            is_minus=False,
            percent=percent,
        )
        for index, (_words, percent) in enumerate(shares)
    )
    every = -(-len(shares) // MAX_LABELS)
    last = len(shares) - 1
    is_crowded = len(shares) > MOST_ON_PHONES
    labels = tuple(
        Label(
            bars[index].middle,
            words,
            is_spare=is_crowded and index // every % 2 == 1 and index != last,
        )
        for index, (words, _percent) in enumerate(shares)
        if index == last or (index % every == 0 and (every == 1 or last - index >= every))
    )
    return Shares(bars, labels, tuple(Tick(y_of(Fraction(value)), value) for value in LINES))


def y_of(percent: Fraction) -> float:
    return round(HEIGHT - BOTTOM - float(percent / WHOLE) * (HEIGHT - TOP - BOTTOM), 1)
