"""Presence of scorers: one scorer types in a row at a time."""

from collections.abc import Mapping
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.errors import Conflict
from tournaments.events.actor import hand_of, name_of_hand
from tournaments.models import DeskPlace, Play, Tournament
from tournaments.permissions import Actor
from tournaments.scorer.selectors.grid import PLACE_SECONDS, mark_of
from tournaments.scorer.selectors.reach import must_reach
from tournaments.scorer.texts import typing_words


def take_place(
    *,
    tournament: Tournament,
    play_id: int,
    typed: Mapping[str, object],
    actor: Actor,
    seen: str = "",
) -> DeskPlace | None:
    """Claim a row; raise ConflictError with the other scorer's name if taken.

    ``seen`` is the row's version token: a stale claim is ignored, since a late request would
    block a recorded row.
    """
    play = Play.objects.select_related("sitting__table", "current").get(pk=play_id)
    must_reach(play)
    if seen and seen != mark_of(play, list(play.typed.order_by("number"))):
        return None
    now = timezone.now()
    old = now - timedelta(seconds=PLACE_SECONDS)
    DeskPlace.objects.filter(tournament=tournament, at__lt=old).delete()
    # Release the old row first in its own statement, so that two scorers never deadlock.
    mine = DeskPlace.objects.filter(tournament=tournament, hand=hand_of(actor))
    mine.exclude(play=play_id).delete()
    shown = {str(key)[:6]: str(text)[:60] for key, text in list(typed.items())[:6]}
    values = {"play_id": play_id, "typed": shown, "at": now, "user": actor}
    try:
        with transaction.atomic():
            place, _made = DeskPlace.objects.update_or_create(
                tournament=tournament, hand=hand_of(actor), defaults=values
            )
    except IntegrityError as error:
        other = DeskPlace.objects.filter(play=play_id).select_related("user").first()
        name = name_of_hand(other.hand, other.user) if other else "…"
        raise Conflict("taken", typing_words(name), who=name) from error
    return place


def leave_place(*, tournament: Tournament, actor: Actor) -> None:
    DeskPlace.objects.filter(tournament=tournament, hand=hand_of(actor)).delete()
