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

from jobs.execution import Attempt, handler, job_finder
from tournaments.events.notifications import NOTICES_JOB, add_notice, notify_official
from tournaments.models import Channel, Notice, NotificationMethod, Result, Sending, Tournament
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
    MessageText,
    NotSentError,
    decrypt_address,
    send_discord,
    send_email,
    send_push,
    send_telegram,
)
from tournaments.notifications.people.texts import text_for, text_on
from tournaments.state.visibility import complete_rounds

log = logging.getLogger(__name__)
MAX_AGE: Final = timedelta(minutes=15)
"""Older notices are not sent."""
SENDING_THREADS: Final = 8
BATCH: Final = 40
RETRY_DELAYS_SECONDS: Final = (10, 30, 60, 120, 240)
LEASE: Final = timedelta(seconds=90)
"""A started attempt is reserved this long."""
DROP_REASONS: Final = frozenset({"late", "limit", "over", "stopped", "counting"})
"""Not sent, without an error."""
State = Sending.State
SendCall = Callable[[], None]


@handler(NOTICES_JOB)
def send_notices(attempt: Attempt) -> dict[str, object]:
    tournament_id = int(attempt.job.key)
    create_sendings(tournament_id)
    sent = 0
    while attempt.has_time():
        batch = claim_batch(tournament_id)
        if not batch:
            break
        sent += send_batch(batch)
        attempt.progress(sent, 0)
    else:
        attempt.continue_later()
    return {"sent": sent}


def create_sendings(tournament_id: int) -> None:
    """Create sendings for due notices; idempotent."""
    now = timezone.now()
    due = Notice.objects.filter(tournament=tournament_id, spread_at__isnull=True, due_at__lte=now)
    for notice in due.select_related("tournament"):
        rows = []
        if notice.due_at > now - MAX_AGE:
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


def claim_batch(tournament_id: int) -> list[Sending]:
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
    ready = [(sending, deed) for sending in batch if (deed := prepare_call(sending)) is not None]
    with ThreadPoolExecutor(SENDING_THREADS) as threads:
        outcomes = threads.map(run_call, (deed for _sending, deed in ready))
        return sum(
            record_outcome(sending, outcome)
            for (sending, _deed), outcome in zip(ready, outcomes, strict=True)
        )


def prepare_call(sending: Sending) -> SendCall | None:
    """Prepare the call; None (recorded) if it must not be sent."""
    try:
        return checked_call(sending)
    except NotSentError as failure:
        record_outcome(sending, failure)
        return None


def checked_call(sending: Sending) -> SendCall:
    """The sending call; raises NotSentError if too late, over the limit or outdated."""
    notice = sending.notice
    if notice.due_at <= timezone.now() - MAX_AGE:
        raise NotSentError("late")
    if sending.follower is None and sending.channel is None:
        raise NotSentError("stopped")
    if sent_today(sending) >= settings.MESSAGES_A_DAY:
        raise NotSentError("limit")
    if notice.kind == Notice.Kind.OFFICIAL and not notice.tournament.is_fresh:
        raise NotSentError("counting", again=True)
    text = text_of(sending)
    if text is None:
        raise NotSentError("over")
    return send_call(sending, text)


def text_of(sending: Sending) -> MessageText | None:
    asker = sending.follower or sending.channel
    zone = timezone.override(sending.notice.tournament.zone)
    with zone, translation.override((asker and asker.language) or "en"):
        if sending.follower is not None:
            return text_for(sending.notice, sending.follower)
        return text_on(sending.notice, sending.channel) if sending.channel else None


def send_call(sending: Sending, text: MessageText) -> SendCall:
    """The call, without database access; raises NotSentError."""
    follower, channel = sending.follower, sending.channel
    if channel is not None:
        return channel_call(channel, text)
    assert follower is not None
    address = follower.address
    if sending.way == NotificationMethod.PUSH:
        return lambda: send_push(address, text)
    if sending.way == NotificationMethod.EMAIL:
        return lambda: send_email(address, text)
    bot, chat = bot_of(sending.notice.tournament.club_id), decrypt_address(address)
    return lambda: send_telegram(bot, chat, text)


def channel_call(channel: Channel, text: MessageText) -> SendCall:
    if channel.kind == Channel.Kind.DISCORD:
        sealed = channel.sealed
        return lambda: send_discord(sealed, text)
    bot, name = bot_of(channel.club_id), channel.name
    return lambda: send_telegram(bot, name, text)


def bot_of(club_id: int) -> str:
    bot = Channel.objects.filter(club=club_id, kind=Channel.Kind.BOT).first()
    if bot is None:
        raise NotSentError("no_bot")
    return bot.sealed


def run_call(deed: SendCall) -> NotSentError | None:
    try:
        deed()
    except NotSentError as failure:
        return failure
    except Exception as error:  # a library's fault must not stop the batch
        log.error("a notice was not sent: %s", type(error).__name__)
        return NotSentError("refused")
    return None


def record_outcome(sending: Sending, failure: NotSentError | None) -> bool:
    """Record the outcome, and delete followers that are gone; return whether it was sent."""
    if failure is None:
        close_sending(sending, State.SENT, "")
        return True
    if failure.again and sending.tries <= len(RETRY_DELAYS_SECONDS):
        postpone_sending(
            sending, timedelta(seconds=RETRY_DELAYS_SECONDS[sending.tries - 1]), failure.why
        )
        return False
    close_sending(
        sending, State.DROPPED if failure.why in DROP_REASONS else State.FAILED, failure.why
    )
    if failure.why == "gone" and sending.follower is not None:
        sending.follower.delete()
    return False


def close_sending(sending: Sending, state: str, why: str) -> None:
    Sending.objects.filter(pk=sending.pk).update(state=state, why=why, done_at=timezone.now())


def postpone_sending(sending: Sending, wait: timedelta, why: str) -> None:
    Sending.objects.filter(pk=sending.pk, state=State.WAITING).update(
        next_at=timezone.now() + wait, why=why
    )


@job_finder
def enqueue_notices() -> None:
    """Enqueue due work; create notices for events without a user action."""
    for tournament in played_with_directors():
        notice_complete_round(tournament)
    for tournament in official_by_deadline():
        if tournament.official_since is not None:
            notify_official(tournament, tournament.official_since)
    for tournament_id in tournaments_with_work():
        if not NOTICES_JOB.unfinished_jobs().filter(key=tournament_id).exists():
            NOTICES_JOB.submit(tournament_id)


def notice_complete_round(tournament: Tournament) -> None:
    """Create the notice once all results of a round are in, if recently."""
    number = complete_rounds(tournament)
    row = tournament.rounds.filter(number=number, is_published=True).first()
    if row is None or not is_recent(newest_result(tournament, number)):
        return
    existing = Notice.objects.filter(tournament=tournament, kind=Notice.Kind.COMPLETE, thing=row.pk)
    if not existing.exists():
        add_notice(tournament, Notice.Kind.COMPLETE, str(row.pk), round=number)


def newest_result(tournament: Tournament, number: int) -> datetime | None:
    rows = Result.objects.filter(
        play__sitting__round__tournament=tournament, play__sitting__round__number=number
    )
    return rows.order_by("-pk").values_list("created_at", flat=True).first()


def is_recent(moment: datetime | None) -> bool:
    return moment is not None and moment > timezone.now() - MAX_AGE
