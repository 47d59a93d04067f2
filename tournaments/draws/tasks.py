"""First draws of large fields, which take longer than a person waits for an answer."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from jobs.running import Attempt
from tournaments.draws.drawing import Wish, count_present, movement_of_wish, store_draw
from tournaments.draws.jobs import DRAW_JOB, STEPS
from tournaments.errors import Refused
from tournaments.facts.locks import hold_for_change
from tournaments.models import Tournament


@DRAW_JOB.handler
def draw_field(attempt: Attempt) -> dict[str, object]:
    """Draw a large field; why not, in the language of whoever asked, where it is refused."""
    with override(attempt.job.payload["language"]):
        try:
            return {"made": make_draw(attempt)}
        except Refused as refusal:
            return {"made": False, "refused": refusal.code, "words": str(refusal)}


def make_draw(attempt: Attempt) -> bool:
    """Make the movement, then hold the tournament and store it; whether there was anything to do.

    Whoever is killed before the end leaves nothing, and the next worker begins anew: nobody has
    seen the lot.
    """
    asked = attempt.job.payload
    attempt.progress(0, STEPS)
    tournament = Tournament.objects.filter(pk=asked["tournament"]).first()
    if tournament is None or tournament.state != Tournament.State.ENTRY:
        return False
    names = ("kind", "params", "boards_per_round", "by_lot", "plan")
    wish = Wish(**{name: asked[name] for name in names})
    movement = movement_of_wish(tournament, wish, count_present(tournament))
    attempt.progress(1, STEPS)
    with transaction.atomic():
        locked = hold_for_change(tournament.pk)
        attempt.stop_if_asked()
        if locked.state != Tournament.State.ENTRY:
            return False
        store_draw(locked, wish, movement, User.objects.filter(pk=asked["user"]).first())
    attempt.progress(STEPS, STEPS)
    return True
