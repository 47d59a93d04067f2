"""Workers that sync a hall with its server."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from jobs.execution import Attempt, handler, job_finder
from tournaments.archive.file import ArchiveFileError
from tournaments.errors import RuleViolationError
from tournaments.events.append import refresh_pages
from tournaments.models import SyncLink
from tournaments.sync.client import ServerRequestError, post_message
from tournaments.sync.jobs import SYNC_JOB
from tournaments.sync.protocol import process_answer, write_message
from tournaments.sync.selectors import QUIET_AFTER

CALL_INTERVAL: Final = timedelta(seconds=5)
"""Doubled with each failure, up to 80 seconds."""
MOST_DOUBLED: Final = 4
MAX_MESSAGES_PER_RUN: Final = 40


@handler(SYNC_JOB)
def tell_server(attempt: Attempt) -> dict[str, object]:
    """Exchange messages until done; failures are stored in the link."""
    line = SyncLink.objects.filter(pk=int(attempt.job.key), ended_at=None).first()
    if line is None or line.place != SyncLink.Place.HALL:
        return {"letters": 0}
    return {"letters": exchange_messages(line, attempt)}


def exchange_messages(line: SyncLink, attempt: Attempt | None = None) -> int:
    """Send messages and process answers; return how many arrived."""
    for number in range(MAX_MESSAGES_PER_RUN):
        try:
            letter = write_message(line.pk)
            if not process_answer(line.pk, letter, post_message(line, letter)):
                return number + 1
        except ServerRequestError as error:
            note_failure(line, error.code)
            return number
        except (ArchiveFileError, RuleViolationError):
            note_failure(line, "strange_answer")
            return number
        if attempt is not None:
            attempt.renew()
    return MAX_MESSAGES_PER_RUN


def note_failure(line: SyncLink, code: str) -> None:
    fresh = SyncLink.objects.get(pk=line.pk)
    SyncLink.objects.filter(pk=line.pk).update(
        tried_at=timezone.now(), failures=fresh.failures + 1, trouble=code
    )


def is_due(line: SyncLink, now: datetime) -> bool:
    rest = CALL_INTERVAL * 2 ** min(line.failures, MOST_DOUBLED)
    # A clock set back must not delay.
    return line.tried_at is None or not timedelta() <= now - line.tried_at < rest


@job_finder
def enqueue_syncs() -> None:
    """Enqueue due syncs of this hall."""
    now = timezone.now()
    for line in SyncLink.objects.filter(place=SyncLink.Place.HALL, ended_at=None):
        if is_due(line, now):
            SYNC_JOB.submit(line.pk)


@job_finder
def delete_expired_answers() -> None:
    """Delete pairing responses of expired codes."""
    old = SyncLink.objects.filter(code_until__lte=timezone.now()).exclude(given_answer=None)
    old.update(given_answer=None)


@job_finder
def mark_quiet_halls() -> None:
    """Show on public pages since when a leading hall is silent."""
    old = timezone.now() - QUIET_AFTER
    quiet = SyncLink.objects.filter(
        Q(heard_at__lt=old) | Q(heard_at=None, paired_at__lt=old),
        place=SyncLink.Place.SERVER, leader=SyncLink.Place.HALL, ended_at=None, is_quiet=False,
    )  # fmt: skip
    for line in quiet:
        SyncLink.objects.filter(pk=line.pk).update(is_quiet=True)
        refresh_pages(line.tournament_id)
