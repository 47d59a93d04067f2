"""Provisional, open to corrections until a time, official; and what may change afterwards."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.facts import facts_changed, log
from tournaments.models import Tournament
from tournaments.services.permissions import Actor


def must_be_open_for_corrections(tournament: Tournament, *, late: bool, actor: Actor) -> None:
    """Official standings change only where the director says so once more; the log tells it.

    Raises Refused with the code ``official`` otherwise.
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


@transaction.atomic
def release(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Declare the standings of a finished tournament official, now."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise Refused("official_already", _("The standings are official already."))
    tournament.official_at = timezone.now()
    tournament.save(update_fields=["official_at"])
    log(tournament.pk, "made_official", user=actor)
    facts_changed(tournament.pk)
    return tournament


@transaction.atomic
def set_corrections(
    *, tournament: Tournament, minutes: int | None, actor: Actor = None
) -> Tournament:
    """Leave corrections open for so many minutes from now, or until the release (None)."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused("not_finished", _("The tournament is not finished."))
    if tournament.is_official:
        raise Refused("official_already", _("The standings are official already."))
    until = None if minutes is None else timezone.now() + timedelta(minutes=minutes)
    tournament.corrections_until = until
    tournament.save(update_fields=["corrections_until"])
    log(
        tournament.pk,
        "corrections_open",
        user=actor,
        minutes=minutes,
        until=until.isoformat(timespec="minutes") if until else "",
    )
    facts_changed(tournament.pk)
    return tournament
