"""Page durations: summed in memory, written once a minute, stored for a day."""

import logging
import threading
import time
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import Error, connection, transaction
from django.db.models import F, Max, Sum
from django.db.models.functions import Greatest
from django.utils import timezone

from ops.models import PageTime

log = logging.getLogger(__name__)
WRITE_SECONDS: Final = 60.0
RETENTION: Final = timedelta(hours=24)
SHOWN: Final = 12


class Timing(NamedTuple):
    times: int
    seconds: float
    slowest: float

    def plus(self, other: "Timing") -> "Timing":
        worst = max(self.slowest, other.slowest)
        return Timing(self.times + other.times, self.seconds + other.seconds, worst)


class PageTimes:
    def __init__(self) -> None:
        self.adding = threading.Lock()
        self.taken: dict[tuple[datetime, str], Timing] = {}
        self.writer: threading.Thread | None = None

    def add(self, view: str, seconds: float) -> None:
        hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        self.merge({(hour, view[:80]): Timing(1, seconds, seconds)})
        if self.writer is None or not self.writer.is_alive():  # also after a fork
            self.writer = threading.Thread(target=self.run, daemon=True, name="page times")
            self.writer.start()

    def merge(self, taken: dict[tuple[datetime, str], Timing]) -> None:
        with self.adding:
            for key, took in taken.items():
                self.taken[key] = took.plus(self.taken.get(key, Timing(0, 0.0, 0.0)))

    def run(self) -> None:
        while True:
            time.sleep(WRITE_SECONDS)
            self.write()

    def write(self) -> None:
        """Write durations; those that fail are written the next time."""
        with self.adding:
            taken, self.taken = self.taken, {}
        try:
            with transaction.atomic():
                store_times(taken)
        except Error as error:
            log.debug("times of pages are written later: %s", error)
            self.merge(taken)
        finally:
            if threading.current_thread() is self.writer:
                connection.close()


PAGE_TIMES: Final = PageTimes()


def store_times(taken: dict[tuple[datetime, str], Timing]) -> None:
    """Add to the rows of each hour, and delete old ones."""
    # In one order, so that two processes cannot deadlock.
    for hour, view in sorted(taken):
        took = taken[hour, view]
        first = {"count": took.times, "seconds": took.seconds, "slowest": took.slowest}
        row, is_new = PageTime.objects.get_or_create(hour=hour, view=view, defaults=first)
        if not is_new:
            PageTime.objects.filter(pk=row.pk).update(
                count=F("count") + took.times,
                seconds=F("seconds") + took.seconds,
                slowest=Greatest(F("slowest"), took.slowest),
            )
    PageTime.objects.filter(hour__lt=timezone.now() - RETENTION).delete()


class SlowPage(NamedTuple):
    view: str
    times: int
    mean: float
    slowest: float


def slow_pages(hours: int = 3) -> list[SlowPage]:
    since = timezone.now() - timedelta(hours=hours)
    rows = PageTime.objects.filter(hour__gte=since).values("view")
    summed = rows.annotate(n=Sum("count"), all=Sum("seconds"), worst=Max("slowest")).order_by()
    pages = [SlowPage(row["view"], row["n"], row["all"] / row["n"], row["worst"]) for row in summed]
    return sorted(pages, key=lambda page: page.mean, reverse=True)[:SHOWN]
