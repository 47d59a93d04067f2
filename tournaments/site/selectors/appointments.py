from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery

from tournaments.draws.selectors.timetable import planned_start, round_length
from tournaments.models import Club, LogEntry, Tournament
from tournaments.state.formats import rounds_known
from tournaments.state.visibility import PUBLISHED

USUAL_LENGTH: Final = timedelta(hours=3)
MAX_APPOINTMENTS: Final = 200
"""Per club, newest first."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """Time and place of a tournament; ``changes`` is the iCalendar SEQUENCE.

    ``is_cancelled``: listed once and withdrawn before it began. Sent because not all
    calendars delete events missing from the file.
    """

    tournament: Tournament
    begins: datetime
    ends: datetime
    place: str
    changes: int
    changed_at: datetime
    is_cancelled: bool = False


def appointment_of(tournament: Tournament) -> Appointment:
    return appointment_from(with_times(Tournament.objects.filter(pk=tournament.pk)).get())


def appointments_of(club: Club) -> list[Appointment]:
    """Listed and withdrawn tournaments of a club; two queries."""
    rows = [
        row
        for tournaments in (listed_tournaments(club), withdrawn_tournaments(club))
        for row in with_times(tournaments).order_by("-date", "-start_time", "-pk")[
            :MAX_APPOINTMENTS
        ]
    ]
    rows.sort(key=lambda row: (row.date, row.start_time, row.pk), reverse=True)
    return [
        replace(appointment_from(row), is_cancelled=not row.is_public)
        for row in rows[:MAX_APPOINTMENTS]
    ]


def listed_tournaments(club: Club) -> QuerySet[Tournament]:
    return Tournament.objects.filter(club=club, is_public=True, follows__isnull=True)


def withdrawn_tournaments(club: Club) -> QuerySet[Tournament]:
    """Tournaments unlisted again before they began."""
    was_listed = Exists(listing_log_entries().filter(tournament=OuterRef("pk")))
    waiting = (Tournament.State.ENTRY, Tournament.State.DRAWN)
    rows = Tournament.objects.filter(club=club, is_public=False, rehearses__isnull=True)
    return rows.filter(was_listed, state__in=waiting, follows__isnull=True)


def listing_log_entries() -> QuerySet[LogEntry]:
    """Log entries for listing or unlisting."""
    return LogEntry.objects.filter(
        action="settings_changed", details__fields__icontains='"is_public"'
    )


def is_known_to_calendars(tournament: Tournament) -> bool:
    return tournament.is_public or listing_log_entries().filter(tournament=tournament).exists()


def with_times(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate actual start, progress and number of changes."""
    shown = Q(rounds__is_published=True)
    log = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return rows.select_related("club").annotate(
        begun_at=Min("rounds__started_at", filter=shown & Q(rounds__number=1)),
        last_ends_at=Max("rounds__ends_at", filter=shown),
        last_begun=Max("rounds__number", filter=shown & Q(rounds__started_at__isnull=False)),
        shown_rounds=Count("rounds", filter=shown),
        log_lines=Subquery(log.annotate(n=Count("pk")).values("n")),
        last_change=Subquery(log.annotate(last=Max("at")).values("last")),
    )


def appointment_from(row: Tournament) -> Appointment:
    """Appointment from a ``with_times`` row: planned time, or the actual one if later."""
    times = vars(row)
    begins = max(filter(None, (planned_start(row), times["begun_at"])))
    rounds = rounds_known(row, times["shown_rounds"]) if row.state in PUBLISHED else 0
    ends = begins + (rounds * round_length(row) if rounds else USUAL_LENGTH)
    if times["last_ends_at"]:
        left = max(rounds - times["last_begun"], 0)
        ends = max(ends, times["last_ends_at"] + left * round_length(row))
    return Appointment(
        row,
        begins,
        ends,
        row.place or row.club.place,
        (times["log_lines"] or 0) + row.club.place_changes,
        time_of_change(row),
    )


def time_of_change(row: Tournament) -> datetime:
    """Last change of the tournament's log or of its club's usual place."""
    changed: datetime = vars(row)["last_change"] or row.created_at
    return max(changed, row.club.place_changed_at or changed)
