"""Workers that sync a hall with its server."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from jobs.execution import Attempt, finds_work
from tournaments.archive.file import BadFile
from tournaments.errors import Refused
from tournaments.events.append import show_extras
from tournaments.models import Line
from tournaments.sync.client import NoAnswer, post_letter
from tournaments.sync.jobs import TELL_JOB
from tournaments.sync.protocol import take_answer, write_letter
from tournaments.sync.selectors import QUIET_AFTER

REST: Final = timedelta(seconds=5)
"""Between two calls where all is well; doubled with each failure, to a minute."""
MOST_DOUBLED: Final = 4
MOST_LETTERS: Final = 40
"""In one spell of work; the rest by the next call."""


@TELL_JOB.handler
def tell_server(attempt: Attempt) -> dict[str, object]:
    """Exchange messages until done; failures are stored in the link."""
    line = Line.objects.filter(pk=int(attempt.job.key), ended_at=None).first()
    if line is None or line.place != Line.Place.HALL:
        return {"letters": 0}
    return {"letters": tell(line, attempt)}


def tell(line: Line, attempt: Attempt | None = None) -> int:
    """Send messages and process answers; return how many arrived."""
    for number in range(MOST_LETTERS):
        try:
            letter = write_letter(line.pk)
            if not take_answer(line.pk, letter, post_letter(line, letter)):
                return number + 1
        except NoAnswer as error:
            note_failure(line, error.code)
            return number
        except (BadFile, Refused):
            note_failure(line, "strange_answer")
            return number
        if attempt is not None:
            attempt.renew()
    return MOST_LETTERS


def note_failure(line: Line, code: str) -> None:
    fresh = Line.objects.get(pk=line.pk)
    Line.objects.filter(pk=line.pk).update(
        tried_at=timezone.now(), failures=fresh.failures + 1, trouble=code
    )


def is_due(line: Line, now: datetime) -> bool:
    rest = REST * 2 ** min(line.failures, MOST_DOUBLED)
    # A clock set back must not delay.
    return line.tried_at is None or not timedelta() <= now - line.tried_at < rest


@finds_work
def call_servers() -> None:
    """Enqueue due syncs of this hall."""
    now = timezone.now()
    for line in Line.objects.filter(place=Line.Place.HALL, ended_at=None):
        if is_due(line, now):
            TELL_JOB.submit(line.pk)


@finds_work
def forget_answers() -> None:
    """Delete pairing responses of expired codes."""
    old = Line.objects.filter(code_until__lte=timezone.now()).exclude(given_answer=None)
    old.update(given_answer=None)


@finds_work
def note_quiet_halls() -> None:
    """Show on public pages since when a leading hall is silent."""
    old = timezone.now() - QUIET_AFTER
    quiet = Line.objects.filter(
        Q(heard_at__lt=old) | Q(heard_at=None, paired_at__lt=old),
        place=Line.Place.SERVER, leader=Line.Place.HALL, ended_at=None, is_quiet=False,
    )  # fmt: skip
    for line in quiet:
        Line.objects.filter(pk=line.pk).update(is_quiet=True)
        show_extras(line.tournament_id)
