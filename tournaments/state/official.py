"""Status of standings: provisional, open for corrections, official."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.append import log
from tournaments.events.notifications import tell_official
from tournaments.events.outbox import tell_of_official
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.locks import hold_for_change
from tournaments.state.standings_versions import keep_version
from tournaments.state.version_tokens import present_corrections

LONGEST_MINUTES: Final = 30 * 24 * 60


def must_be_open_for_corrections(tournament: Tournament, *, late: bool, actor: Actor) -> None:
    """Refuse to change official standings unless ``late``, which is logged.

    Raises RuleViolationError with code ``official``.
    """
    if not tournament.is_official:
        return
    if not late:
        raise Refused(
            "official",
            _("These standings are official. Confirm that you want to correct them all the same."),
            field="late",
        )
    log(tournament.pk, "corrected_late", user=actor)


def must_not_be_official(tournament: Tournament) -> None:
    """Refuse larger changes of official standings; the tournament must be reopened first."""
    if tournament.is_official:
        raise Refused(
            "official",
            _("These standings are official. Take the tournament back into play to change this."),
        )


@transaction.atomic
def release(*, tournament: Tournament, seen: Seen = None, actor: Actor = None) -> Tournament:
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise Refused("official_already", _("The standings are official already."))
    must_be_as_seen(seen, present_corrections(tournament))
    now = tournament.official_at = timezone.now()
    tournament.save(update_fields=["official_at"])
    keep_version(tournament)
    log(tournament.pk, "made_official", user=actor)
    tell_of_official(tournament)
    tell_official(tournament, now)
    return tournament


@transaction.atomic
def set_corrections(
    *, tournament: Tournament, minutes: int | None, seen: Seen = None, actor: Actor = None
) -> Tournament:
    """Keep corrections open for these minutes, or until the release (None)."""
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise Refused("official_already", _("The standings are official already."))
    must_be_as_seen(seen, present_corrections(tournament))
    until = set_deadline(tournament, minutes)
    keep_version(tournament)
    log(
        tournament.pk,
        "corrections_open",
        user=actor,
        minutes=minutes,
        until=until.isoformat(timespec="minutes") if until else "",
    )
    return tournament


def set_deadline(tournament: Tournament, minutes: int | None) -> datetime | None:
    if minutes is not None and not 0 <= minutes <= LONGEST_MINUTES:
        raise Refused("bad_minutes", _("Corrections may be open for up to 30 days."))
    now = timezone.now().replace(microsecond=0)  # forms show whole seconds
    until = None if minutes is None else now + timedelta(minutes=minutes)
    tournament.corrections_until = until
    tournament.official_at = None
    tournament.save(update_fields=["corrections_until", "official_at"])
    return until
