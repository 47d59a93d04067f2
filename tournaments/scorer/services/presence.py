"""Presence of scorers: one scorer types in a row at a time."""

from collections.abc import Mapping
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.errors import ConflictError
from tournaments.events.actor import actor_key, name_of_actor_key
from tournaments.models import Play, ScorerPresence, Tournament
from tournaments.permissions import Actor
from tournaments.scorer.selectors.grid import PRESENCE_SECONDS, row_version
from tournaments.scorer.selectors.reach import check_can_enter
from tournaments.scorer.texts import typing_words


def claim_row(
    *,
    tournament: Tournament,
    play_id: int,
    typed: Mapping[str, object],
    actor: Actor,
    seen: str = "",
) -> ScorerPresence | None:
    """Claim a row; raise ConflictError with the other scorer's name if taken.

    ``seen`` is the row's version token: a stale claim is ignored, since a late request would
    block a recorded row.
    """
    play = Play.objects.select_related("sitting__table", "current").get(pk=play_id)
    check_can_enter(play)
    if seen and seen != row_version(play, list(play.typed.order_by("number"))):
        return None
    now = timezone.now()
    old = now - timedelta(seconds=PRESENCE_SECONDS)
    ScorerPresence.objects.filter(tournament=tournament, at__lt=old).delete()
    # Release the old row first in its own statement, so that two scorers never deadlock.
    mine = ScorerPresence.objects.filter(tournament=tournament, hand=actor_key(actor))
    mine.exclude(play=play_id).delete()
    shown = {str(key)[:6]: str(text)[:60] for key, text in list(typed.items())[:6]}
    values = {"play_id": play_id, "typed": shown, "at": now, "user": actor}
    try:
        with transaction.atomic():
            place, _made = ScorerPresence.objects.update_or_create(
                tournament=tournament, hand=actor_key(actor), defaults=values
            )
    except IntegrityError as error:
        other = ScorerPresence.objects.filter(play=play_id).select_related("user").first()
        name = name_of_actor_key(other.hand, other.user) if other else "…"
        raise ConflictError("taken", typing_words(name), who=name) from error
    return place


def release_row(*, tournament: Tournament, actor: Actor) -> None:
    ScorerPresence.objects.filter(tournament=tournament, hand=actor_key(actor)).delete()
