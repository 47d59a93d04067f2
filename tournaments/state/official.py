"""Status of standings: provisional, open for corrections, official."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.events.notifications import notify_official
from tournaments.events.outbox import queue_webhook_official
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.standings_versions import add_standings_version
from tournaments.state.version_tokens import corrections_state

MAX_CORRECTION_MINUTES: Final = 30 * 24 * 60


def check_is_correctable(tournament: Tournament, *, late: bool, actor: Actor) -> None:
    """Refuse to change official standings unless ``late``, which is logged.

    Raises RuleViolationError with code ``official``.
    """
    if not tournament.is_official:
        return
    if not late:
        raise RuleViolationError(
            "official",
            _("These standings are official. Confirm that you want to correct them anyway."),
            field="late",
        )
    log(tournament.pk, "corrected_late", user=actor)


def check_is_not_official(tournament: Tournament) -> None:
    """Refuse larger changes of official standings; the tournament must be reopened first."""
    if tournament.is_official:
        raise RuleViolationError(
            "official",
            _("These standings are official. Reopen the tournament to change this."),
        )


@transaction.atomic
def make_official(
    *, tournament: Tournament, seen: VersionToken = None, actor: Actor = None
) -> Tournament:
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise RuleViolationError("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise RuleViolationError("official_already", _("The standings are official already."))
    check_version(seen, corrections_state(tournament))
    now = tournament.official_at = timezone.now()
    tournament.save(update_fields=["official_at"])
    add_standings_version(tournament)
    log(tournament.pk, "made_official", user=actor)
    queue_webhook_official(tournament)
    notify_official(tournament, now)
    return tournament


@transaction.atomic
def set_corrections(
    *, tournament: Tournament, minutes: int | None, seen: VersionToken = None, actor: Actor = None
) -> Tournament:
    """Keep corrections open for these minutes, or until the release (None)."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise RuleViolationError("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise RuleViolationError("official_already", _("The standings are official already."))
    check_version(seen, corrections_state(tournament))
    until = set_deadline(tournament, minutes)
    add_standings_version(tournament)
    log(
        tournament.pk,
        "corrections_open",
        user=actor,
        minutes=minutes,
        until=until.isoformat(timespec="minutes") if until else "",
    )
    return tournament


def set_deadline(tournament: Tournament, minutes: int | None) -> datetime | None:
    if minutes is not None and not 0 <= minutes <= MAX_CORRECTION_MINUTES:
        raise RuleViolationError("bad_minutes", _("Corrections may be open for up to 30 days."))
    now = timezone.now().replace(microsecond=0)  # forms show whole seconds
    until = None if minutes is None else now + timedelta(minutes=minutes)
    tournament.corrections_until = until
    tournament.official_at = None
    tournament.save(update_fields=["corrections_until", "official_at"])
    return until
