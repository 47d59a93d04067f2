"""Outbox of notifications to people, written in the event's transaction.

Sending and the choice of recipients happen in a worker
(``tournaments.notifications.people.tasks``). Nothing is written without subscribers.
"""

from datetime import datetime, time, timedelta, tzinfo
from typing import Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from tournaments.models import Channel, DirectorCall, Follower, Notice, Round, Tournament

NOTICES_JOB: Final = JobKind(
    "notices", pgettext_lazy("work", "notices to players and channels"), time_slice=20.0
)
QUIET_HOURS: Final = time(23), time(8)
"""Local time of the hall; notices that can wait are delayed."""
PUBLIC_KINDS: Final = (Notice.Kind.ROUND, Notice.Kind.OFFICIAL)
"""Sent to all followers and the club's channels."""


def has_recipients(tournament: Tournament, kind: str) -> bool:
    """Whether the notice has any recipients; at most two queries."""
    if tournament.rehearses_id is not None:
        return False
    announced = kind in PUBLIC_KINDS
    about_play = ~Q(role=Follower.Role.DIRECTOR) if announced else Q(role=Follower.Role.DIRECTOR)
    followers = Follower.objects.filter(about_play, tournament=tournament.pk)
    if followers.exists():
        return True
    channels = Channel.objects.filter(club=tournament.club_id).exclude(kind=Channel.Kind.BOT)
    return announced and tournament.is_public and channels.exists()


def add_notice(
    tournament: Tournament,
    kind: Notice.Kind,
    thing: str,
    *,
    round: int | None = None,
    due_at: datetime | None = None,
    **details: object,
) -> None:
    """Add a notice in the caller's transaction, once per ``thing``."""
    if not has_recipients(tournament, kind):
        return
    notice = Notice(
        tournament_id=tournament.pk,
        kind=kind,
        thing=thing,
        round=round,
        details=details,
        due_at=due_at or timezone.now(),
    )
    Notice.objects.bulk_create([notice], ignore_conflicts=True)
    NOTICES_JOB.submit_on_commit(tournament.pk)


def notify_round(tournament: Tournament, row: Round) -> None:
    attempt = row.drawn.get("attempt", 0)
    add_notice(tournament, Notice.Kind.ROUND, f"{row.pk}-{attempt}", round=row.number)


def notify_call(tournament: Tournament, call: DirectorCall) -> None:
    add_notice(tournament, Notice.Kind.CALL, str(call.pk), round=call.round.number, call=call.pk)


def notify_official(tournament: Tournament, since: datetime) -> None:
    """Notify that results are official, at night deferred to the morning."""
    thing = since.isoformat(timespec="seconds")
    add_notice(tournament, Notice.Kind.OFFICIAL, thing, due_at=next_daytime(since, tournament.zone))


def next_daytime(moment: datetime, zone: tzinfo) -> datetime:
    """The moment, or the end of the night it is in, in venue time."""
    begin, end = QUIET_HOURS
    here = moment.astimezone(zone)
    if end <= here.time() < begin:
        return moment
    day = here.date() + timedelta(days=here.time() >= begin)
    return datetime.combine(day, end, zone)
