"""Notices are spread to those who asked, and sent; what fails is tried again for a while.

Two workers may be at the same tournament: whoever puts off the next try of a sending has it.
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
    """Spread what is due in a tournament and send it, batch after batch."""
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
    """Write down whom each due notice is for; done twice it writes nothing more."""
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
    """Sendings that wait, which nobody else has meanwhile."""
    now = timezone.now()
    taken = []
    for sending in waiting_sendings(tournament_id, now)[:BATCH]:
        mine = Sending.objects.filter(pk=sending.pk, state=State.WAITING, next_at=sending.next_at)
        if mine.update(next_at=now + LEASE, tries=F("tries") + 1):
            sending.tries += 1
            taken.append(sending)
    return taken


def send_batch(batch: Sequence[Sending]) -> int:
    """Send these, several at once, and write down what became of each; how many were sent."""
    ready = [(sending, deed) for sending in batch if (deed := ready_deed(sending)) is not None]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        outcomes = threads.map(outcome_of, (deed for _sending, deed in ready))
        return sum(
            settle(sending, outcome)
            for (sending, _deed), outcome in zip(ready, outcomes, strict=True)
        )


def ready_deed(sending: Sending) -> Deed | None:
    """What sends it, ready to go; None where it is not sent, which is written down."""
    try:
        return act_of(sending)
    except NotSent as failure:
        settle(sending, failure)
        return None


def act_of(sending: Sending) -> Deed:
    """The call that sends it; raises NotSent where that is too late, too much or out of date."""
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
    """What is told, in the language of whoever asked for it."""
    asker = sending.follower or sending.channel
    zone = timezone.override(sending.notice.tournament.zone)
    with zone, translation.override((asker and asker.language) or "en"):
        if sending.follower is not None:
            return text_for(sending.notice, sending.follower)
        return text_on(sending.notice, sending.channel) if sending.channel else None


def way_of(sending: Sending, text: Text) -> Deed:
    """The call that sends it, which needs no database; raises NotSent."""
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
    """The call that sends to a club's channel."""
    if channel.kind == Channel.Kind.DISCORD:
        sealed = channel.sealed
        return lambda: send_discord(sealed, text)
    bot, name = bot_of(channel.club_id), channel.name
    return lambda: send_telegram(bot, name, text)


def bot_of(club_id: int) -> str:
    """The sealed token of a club's bot; raises NotSent."""
    found = Channel.objects.filter(club=club_id, kind=Channel.Kind.BOT).first()
    if found is None:
        raise NotSent("no_bot")
    return found.sealed


def outcome_of(deed: Deed) -> NotSent | None:
    """Do it; what went wrong, if anything did."""
    try:
        deed()
    except NotSent as failure:
        return failure
    except Exception as error:  # a library's own fault must not hold up the others
        log.error("a notice was not sent: %s", type(error).__name__)
        return NotSent("refused")
    return None


def settle(sending: Sending, failure: NotSent | None) -> bool:
    """Write down what became of a try; whoever is gone is forgotten. Whether it was sent."""
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
    """Nothing more is done about it."""
    Sending.objects.filter(pk=sending.pk).update(state=state, why=why, done_at=timezone.now())


def put_off(sending: Sending, wait: timedelta, why: str) -> None:
    """It is tried again after so long."""
    Sending.objects.filter(pk=sending.pk, state=State.WAITING).update(
        next_at=timezone.now() + wait, why=why
    )


@finds_work
def find_notices() -> None:
    """Ask for what is due, and write down what nobody presses a button for."""
    for tournament in played_with_directors():
        notice_complete_round(tournament)
    for tournament in official_by_deadline():
        if tournament.official_since is not None:
            tell_official(tournament, tournament.official_since)
    for tournament_id in tournaments_with_work():
        if not NOTICES_JOB.unfinished_jobs().filter(key=tournament_id).exists():
            NOTICES_JOB.submit(tournament_id)


def notice_complete_round(tournament: Tournament) -> None:
    """Write down that the results of a round are all in, once, if the last came just now."""
    number = complete_rounds(tournament)
    row = tournament.rounds.filter(number=number, is_published=True).first()
    if row is None or not is_recent(newest_result(tournament, number)):
        return
    told = Notice.objects.filter(tournament=tournament, kind=Notice.Kind.COMPLETE, thing=row.pk)
    if not told.exists():
        leave_notice(tournament, Notice.Kind.COMPLETE, str(row.pk), round=number)


def newest_result(tournament: Tournament, number: int) -> datetime | None:
    """When the newest result of a round was entered."""
    rows = Result.objects.filter(
        play__sitting__round__tournament=tournament, play__sitting__round__number=number
    )
    return rows.order_by("-pk").values_list("created_at", flat=True).first()


def is_recent(moment: datetime | None) -> bool:
    return moment is not None and moment > timezone.now() - STALE
