"""Determine recipients of notices, send, and retry failures.

Workers can run in parallel: a sending is claimed by moving its next attempt.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import F
from django.utils import timezone, translation

from jobs.execution import Attempt, finds_work
from tournaments.events.notifications import NOTICES_JOB, leave_notice, tell_official
from tournaments.models import Channel, Notice, Result, Sending, Tournament, Way
from tournaments.notifications.people.selectors.recipients import (
    channels_for,
    followers_for,
    official_by_deadline,
    played_with_directors,
    sent_today,
    tournaments_with_work,
    waiting_sendings,
)
from tournaments.notifications.people.senders import (
    NotSent,
    Text,
    open_sealed,
    send_discord,
    send_email,
    send_push,
    send_telegram,
)
from tournaments.notifications.people.texts import text_for, text_on
from tournaments.state.visibility import complete_rounds

log = logging.getLogger(__name__)
STALE: Final = timedelta(minutes=15)
"""After so long nobody is told any more: it is over, or they sleep."""
AT_ONCE: Final = 8
BATCH: Final = 40
WAITS: Final = (10, 30, 60, 120, 240)
"""Seconds after each failed try."""
LEASE: Final = timedelta(seconds=90)
"""For how long a try that has begun is nobody else's."""
LEFT_OUT: Final = frozenset({"late", "limit", "over", "stopped", "counting"})
"""Why a notice is not sent where nothing went wrong."""
State = Sending.State
Deed = Callable[[], None]


@NOTICES_JOB.handler
def send_notices(attempt: Attempt) -> dict[str, object]:
    tournament_id = int(attempt.job.key)
    spread_notices(tournament_id)
    sent = 0
    while attempt.has_time():
        batch = take_batch(tournament_id)
        if not batch:
            break
        sent += send_batch(batch)
        attempt.progress(sent, 0)
    else:
        attempt.go_on_later()
    return {"sent": sent}


def spread_notices(tournament_id: int) -> None:
    """Create sendings for due notices; idempotent."""
    now = timezone.now()
    due = Notice.objects.filter(tournament=tournament_id, spread_at__isnull=True, due_at__lte=now)
    for notice in due.select_related("tournament"):
        rows = []
        if notice.due_at > now - STALE:
            followers = followers_for(notice).filter(created_at__lte=now)
            rows = [
                Sending(notice=notice, follower=each, way=each.way, next_at=now)
                for each in followers.only("pk", "way")
            ]
            rows += [
                Sending(notice=notice, channel=each, way=each.kind, next_at=now)
                for each in channels_for(notice)
            ]
        Sending.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
        Notice.objects.filter(pk=notice.pk).update(spread_at=now)


def take_batch(tournament_id: int) -> list[Sending]:
    """Claim due sendings."""
    now = timezone.now()
    taken = []
    for sending in waiting_sendings(tournament_id, now)[:BATCH]:
        mine = Sending.objects.filter(pk=sending.pk, state=State.WAITING, next_at=sending.next_at)
        if mine.update(next_at=now + LEASE, tries=F("tries") + 1):
            sending.tries += 1
            taken.append(sending)
    return taken


def send_batch(batch: Sequence[Sending]) -> int:
    """Send concurrently and record the outcomes; return how many were sent."""
    ready = [(sending, deed) for sending in batch if (deed := ready_deed(sending)) is not None]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        outcomes = threads.map(outcome_of, (deed for _sending, deed in ready))
        return sum(
            settle(sending, outcome)
            for (sending, _deed), outcome in zip(ready, outcomes, strict=True)
        )


def ready_deed(sending: Sending) -> Deed | None:
    """Prepare the call; None (recorded) if it must not be sent."""
    try:
        return act_of(sending)
    except NotSent as failure:
        settle(sending, failure)
        return None


def act_of(sending: Sending) -> Deed:
    """The sending call; raises NotSentError if too late, over the limit or outdated."""
    notice = sending.notice
    if notice.due_at <= timezone.now() - STALE:
        raise NotSent("late")
    if sending.follower is None and sending.channel is None:
        raise NotSent("stopped")
    if sent_today(sending) >= settings.MESSAGES_A_DAY:
        raise NotSent("limit")
    if notice.kind == Notice.Kind.OFFICIAL and not notice.tournament.is_fresh:
        raise NotSent("counting", again=True)
    text = text_of(sending)
    if text is None:
        raise NotSent("over")
    return way_of(sending, text)


def text_of(sending: Sending) -> Text | None:
    asker = sending.follower or sending.channel
    zone = timezone.override(sending.notice.tournament.zone)
    with zone, translation.override((asker and asker.language) or "en"):
        if sending.follower is not None:
            return text_for(sending.notice, sending.follower)
        return text_on(sending.notice, sending.channel) if sending.channel else None


def way_of(sending: Sending, text: Text) -> Deed:
    """The call, without database access; raises NotSentError."""
    follower, channel = sending.follower, sending.channel
    if channel is not None:
        return channel_deed(channel, text)
    assert follower is not None
    address = follower.address
    if sending.way == Way.PUSH:
        return lambda: send_push(address, text)
    if sending.way == Way.EMAIL:
        return lambda: send_email(address, text)
    bot, chat = bot_of(sending.notice.tournament.club_id), open_sealed(address)
    return lambda: send_telegram(bot, chat, text)


def channel_deed(channel: Channel, text: Text) -> Deed:
    if channel.kind == Channel.Kind.DISCORD:
        sealed = channel.sealed
        return lambda: send_discord(sealed, text)
    bot, name = bot_of(channel.club_id), channel.name
    return lambda: send_telegram(bot, name, text)


def bot_of(club_id: int) -> str:
    found = Channel.objects.filter(club=club_id, kind=Channel.Kind.BOT).first()
    if found is None:
        raise NotSent("no_bot")
    return found.sealed


def outcome_of(deed: Deed) -> NotSent | None:
    try:
        deed()
    except NotSent as failure:
        return failure
    except Exception as error:  # a library's fault must not stop the batch
        log.error("a notice was not sent: %s", type(error).__name__)
        return NotSent("refused")
    return None


def settle(sending: Sending, failure: NotSent | None) -> bool:
    """Record the outcome, and delete followers that are gone; return whether it was sent."""
    if failure is None:
        close(sending, State.SENT, "")
        return True
    if failure.again and sending.tries <= len(WAITS):
        put_off(sending, timedelta(seconds=WAITS[sending.tries - 1]), failure.why)
        return False
    close(sending, State.DROPPED if failure.why in LEFT_OUT else State.FAILED, failure.why)
    if failure.why == "gone" and sending.follower is not None:
        sending.follower.delete()
    return False


def close(sending: Sending, state: str, why: str) -> None:
    Sending.objects.filter(pk=sending.pk).update(state=state, why=why, done_at=timezone.now())


def put_off(sending: Sending, wait: timedelta, why: str) -> None:
    Sending.objects.filter(pk=sending.pk, state=State.WAITING).update(
        next_at=timezone.now() + wait, why=why
    )


@finds_work
def find_notices() -> None:
    """Enqueue due work; create notices for events without a user action."""
    for tournament in played_with_directors():
        notice_complete_round(tournament)
    for tournament in official_by_deadline():
        if tournament.official_since is not None:
            tell_official(tournament, tournament.official_since)
    for tournament_id in tournaments_with_work():
        if not NOTICES_JOB.unfinished_jobs().filter(key=tournament_id).exists():
            NOTICES_JOB.submit(tournament_id)


def notice_complete_round(tournament: Tournament) -> None:
    """Create the notice once all results of a round are in, if recently."""
    number = complete_rounds(tournament)
    row = tournament.rounds.filter(number=number, is_published=True).first()
    if row is None or not is_recent(newest_result(tournament, number)):
        return
    told = Notice.objects.filter(tournament=tournament, kind=Notice.Kind.COMPLETE, thing=row.pk)
    if not told.exists():
        leave_notice(tournament, Notice.Kind.COMPLETE, str(row.pk), round=number)


def newest_result(tournament: Tournament, number: int) -> datetime | None:
    rows = Result.objects.filter(
        play__sitting__round__tournament=tournament, play__sitting__round__number=number
    )
    return rows.order_by("-pk").values_list("created_at", flat=True).first()


def is_recent(moment: datetime | None) -> bool:
    return moment is not None and moment > timezone.now() - STALE
