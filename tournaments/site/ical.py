"""Write appointments as iCalendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Final

import icalendar

from games.languages import without_language
from tournaments.site.selectors.appointments import Appointment

PRODUCT: Final = "-//Belot tournaments//EN"
TIMEZONE_HORIZON: Final = timedelta(days=400)
REFRESH_INTERVAL: Final = timedelta(hours=1)
MEDIA_TYPE: Final = "text/calendar; charset=utf-8"


def write_calendar(name: str, site: str, appointments: Iterable[Appointment]) -> bytes:
    """The file; ``name`` is the calendar's title, ``site`` the base URL."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for key in ("name", "x-wr-calname"):
        calendar.add(key, name)
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    entries = list(appointments)
    for each in entries:
        calendar.add_component(event_of(each, site))
    if entries:
        first = min(each.begins for each in entries).date()
        last = max(each.ends for each in entries).date()
        calendar.add_missing_timezones(first.replace(month=1, day=1), last + TIMEZONE_HORIZON)
    return bytes(calendar.to_ical())


def event_of(appointment: Appointment, site: str) -> icalendar.Event:
    """One event with a stable UID."""
    tournament = appointment.tournament
    address = f"{site}{without_language(tournament.get_absolute_url())}"
    event = icalendar.Event()
    event.add("uid", f"tournament-{tournament.code}@belot-tournaments")
    event.add("sequence", appointment.changes)
    event.add("dtstamp", appointment.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", appointment.changed_at.astimezone(UTC).replace(microsecond=0))
    for key, moment in (("dtstart", appointment.begins), ("dtend", appointment.ends)):
        event.add(key, moment.astimezone(tournament.zone).replace(second=0, microsecond=0))
    event.add("summary", tournament.name)
    if appointment.place:
        event.add("location", appointment.place)
    event.add("description", f"{tournament.club.name}\n{address}")
    event.add("url", address)
    event.add("status", "CANCELLED" if appointment.is_cancelled else "CONFIRMED")
    return event
