"""Rotation: the newest backup of so many days, weeks and months is kept."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from typing import NamedTuple


class RotationRule(NamedTuple):
    days: int
    weeks: int
    months: int


def surplus(made: Iterable[datetime], keep: RotationRule) -> list[datetime]:
    """Times of surplus backups, oldest first; never the newest of all."""
    moments = sorted(made, reverse=True)
    stay = {
        *moments[:1],
        *newest_of_each(moments, lambda at: at.date(), keep.days),
        *newest_of_each(moments, lambda at: at.isocalendar()[:2], keep.weeks),
        *newest_of_each(moments, lambda at: (at.year, at.month), keep.months),
    }
    return sorted(set(moments) - stay)


def newest_of_each(
    moments: list[datetime], span_of: Callable[[datetime], Hashable], most: int
) -> list[datetime]:
    """Newest time in each of the last ``most`` periods that have one."""
    newest: dict[Hashable, datetime] = {}
    for at in moments:
        newest.setdefault(span_of(at), at)
    return list(newest.values())[:most]
