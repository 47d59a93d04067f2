"""Who types where: a row of the grid is one person's while that person types."""

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
    """Say that somebody types at a play now; raises Conflict, with the name, where another does.

    ``seen`` names the row as it was typed in: nothing is taken where it has changed since, or
    what comes late would keep a row that is recorded from everybody else.
    """
    play = Play.objects.select_related("sitting__table", "current").get(pk=play_id)
    must_reach(play)
    if seen and seen != mark_of(play, list(play.typed.order_by("number"))):
        return None
    now = timezone.now()
    old = now - timedelta(seconds=PLACE_SECONDS)
    DeskPlace.objects.filter(tournament=tournament, at__lt=old).delete()
    # The own place is left first, by itself: of two who go past each other neither holds what
    # the other waits for.
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
    """Say that somebody types nowhere."""
    DeskPlace.objects.filter(tournament=tournament, hand=hand_of(actor)).delete()
