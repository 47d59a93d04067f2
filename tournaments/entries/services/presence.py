"""Presence before the draw: here, late, not playing."""

from collections.abc import Mapping
from datetime import datetime, time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.entries.services.entries import lock_for_entry_list
from tournaments.errors import ConflictError
from tournaments.models import Team
from tournaments.permissions import Actor

Presence = Mapping[str, object]
"""JSON: ``is_present``, ``here_since``, ``absence``, ``expected_at``."""


def presence_of(team: Team) -> Presence:
    return {
        "is_present": team.is_present,
        "here_since": team.here_since.isoformat() if team.here_since else None,
        "absence": team.absence,
        "expected_at": team.expected_at.isoformat() if team.expected_at else None,
    }


@transaction.atomic
def set_presence(
    *, team: Team, is_present: bool, absence: str = "", expected_at: time | None = None
) -> Team:
    """Set presence or absence; a team already present keeps its arrival time."""
    lock_for_entry_list(team.tournament)
    team.refresh_from_db(fields=["is_present", "here_since", "absence", "expected_at"])
    if is_present:
        team.here_since = (team.here_since if team.is_present else None) or timezone.now()
    else:
        team.here_since = None
    team.is_present = is_present
    team.absence = "" if is_present else absence
    team.expected_at = expected_at if absence == Team.Absence.LATE else None
    team.save(update_fields=["is_present", "here_since", "absence", "expected_at"])
    return team


@transaction.atomic
def restore_presence(*, team: Team, seen: Presence, before: Presence, actor: Actor = None) -> Team:
    """Restore presence to ``before``; refused unless it is still ``seen``."""
    lock_for_entry_list(team.tournament)
    team.refresh_from_db(fields=["is_present", "here_since", "absence", "expected_at"])
    if presence_of(team) != seen:
        raise ConflictError(
            "changed_since", _("%s: somebody else has changed this since.") % team.name
        )
    since, expected = before["here_since"], before["expected_at"]
    team.is_present = bool(before["is_present"])
    team.absence = str(before["absence"])
    team.here_since = datetime.fromisoformat(str(since)) if since else None
    team.expected_at = time.fromisoformat(str(expected)) if expected else None
    team.save(update_fields=["is_present", "here_since", "absence", "expected_at"])
    return team
