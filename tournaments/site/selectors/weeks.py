"""A club's next weeks by day, and its next tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

from tournaments.cash.selectors.fees import kinds_of, plan_of
from tournaments.models import FeeKind, Tournament
from tournaments.registration.selectors import EntryStatus, entry_status
from tournaments.site.selectors.appointments import appointment_of
from tournaments.site.selectors.calendar import Event, events

WEEKS: Final = 4


@dataclass(frozen=True, slots=True)
class Day:
    date: date
    events: tuple[Event, ...]
    is_today: bool
    is_wide: bool
    names_month: bool


@dataclass(frozen=True, slots=True)
class NextEvent:
    """The current or next tournament, with its end, days left and fees.

    ``entry`` is the registration, if players can register.
    """

    event: Event
    tournament: Tournament
    ends: datetime
    days: int
    currency: str
    fees: tuple[FeeKind, ...]
    entry: EntryStatus | None = None


def events_from(club_id: int, today: date) -> list[Event]:
    """Events of this week or later or still running, soonest first; one query."""
    upcoming = list(events(club_id, since=monday_of(today)))
    return sorted(upcoming, key=lambda event: (event.date, event.start_time))


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def weeks_of(found: Iterable[Event], today: date) -> tuple[tuple[Day, ...], ...]:
    """Four weeks from Monday to Sunday, starting with this one."""
    monday = monday_of(today)
    days = [monday + timedelta(days=n) for n in range(7 * WEEKS)]
    by_day = {day: tuple(each for each in found if each.date == day) for day in days}
    busy = {day.weekday() for day, shown in by_day.items() if shown}
    calendar_days = [
        Day(day, shown, day == today, day.weekday() in busy, day == monday or day.day == 1)
        for day, shown in by_day.items()
    ]
    return tuple(tuple(calendar_days[start : start + 7]) for start in range(0, 7 * WEEKS, 7))


def later_than(found: Iterable[Event], today: date) -> list[Event]:
    end = monday_of(today) + timedelta(weeks=WEEKS)
    return [each for each in found if each.date >= end]


def next_event(found: Iterable[Event], today: date) -> NextEvent | None:
    """The running event, or else the next one; seven queries."""
    event = next(running_then_upcoming(found, today), None)
    if event is None:
        return None
    appointment = appointment_of(Tournament.objects.get(code=event.code))
    plan = plan_of(appointment.tournament)
    return NextEvent(
        event,
        appointment.tournament,
        timezone.localtime(appointment.ends),
        (event.date - today).days,
        plan.currency if plan else "",
        tuple(kinds_of(appointment.tournament)) if plan else (),
        entry_status(appointment.tournament),
    )


def running_then_upcoming(found: Iterable[Event], today: date) -> Iterator[Event]:
    rows = list(found)
    yield from (row for row in rows if row.state == Tournament.State.PLAYING)
    waiting = (Tournament.State.ENTRY, Tournament.State.DRAWN)
    yield from (row for row in rows if row.state in waiting and row.date >= today)
