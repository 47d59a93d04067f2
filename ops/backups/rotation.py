"""Which backups are kept: the newest of so many days, weeks and months."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from typing import NamedTuple


class Keep(NamedTuple):
    """Of how many days, weeks and months the newest backup is kept."""

    days: int
    weeks: int
    months: int


def surplus(made: Iterable[datetime], keep: Keep) -> list[datetime]:
    """The moments whose backups may go, oldest first; never the newest of all."""
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
    """The newest moment of each span of time, in the last so many that have one."""
    newest: dict[Hashable, datetime] = {}
    for at in moments:
        newest.setdefault(span_of(at), at)
    return list(newest.values())[:most]
