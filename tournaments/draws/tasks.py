from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from jobs.execution import Attempt, handler
from tournaments.draws.drafts import playable_plan, store_draft
from tournaments.draws.drawing import DrawRequest, count_present, requested_movement, store_draw
from tournaments.draws.jobs import DRAW_JOB, DRAW_STEPS
from tournaments.draws.selectors.next_round import PAIRING_JOB
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.state.locks import lock_tournament


@handler(PAIRING_JOB)
def pair_round(attempt: Attempt) -> dict[str, object]:
    """Draw a round of a large field; return a refusal in the user's language."""
    payload = attempt.job.payload
    with override(payload.get("language")):
        try:
            return draw_round(attempt)
        except RuleViolationError as refusal:
            error_values = {"refused": refusal.code, "words": str(refusal)}
            return {"round": payload["number"], "made": False, **error_values}


def draw_round(attempt: Attempt) -> dict[str, object]:
    """Draw the round; retry if the data changed meanwhile."""
    payload = attempt.job.payload
    number: int = payload["number"]
    while True:
        attempt.progress(1, 3)
        tournament = Tournament.objects.filter(pk=payload["tournament"]).first()
        if tournament is None or tournament.rounds.filter(number=number).exists():
            return {"round": number, "made": False}
        version = tournament.facts_version
        plan = playable_plan(tournament, number)
        attempt.progress(2, 3)
        with transaction.atomic():
            locked = lock_tournament(tournament.pk)
            if locked.facts_version != version:
                continue
            if locked.rounds.filter(number=number).exists():
                return {"round": number, "made": False}
            user = User.objects.filter(pk=payload["user"]).first()
            provisional = bool(payload["provisional"])
            store_draft(locked, number, plan, provisional=provisional, user=user)
        attempt.progress(3, 3)
        return {"round": number, "made": True}


@handler(DRAW_JOB)
def draw_field(attempt: Attempt) -> dict[str, object]:
    """Draw a large field; a refusal is returned in the requester's language."""
    with override(attempt.job.payload["language"]):
        try:
            return {"made": make_draw(attempt)}
        except RuleViolationError as refusal:
            return {"made": False, "refused": refusal.code, "words": str(refusal)}


def make_draw(attempt: Attempt) -> bool:
    """Build the movement, then store it under the lock; return whether anything was done.

    Safe to restart: a killed worker stores nothing, so the lot was never visible.
    """
    payload = attempt.job.payload
    attempt.progress(0, DRAW_STEPS)
    tournament = Tournament.objects.filter(pk=payload["tournament"]).first()
    if tournament is None or tournament.state != Tournament.State.ENTRY:
        return False
    names = ("kind", "params", "boards_per_round", "by_lot", "plan")
    wish = DrawRequest(**{name: payload[name] for name in names})
    movement = requested_movement(tournament, wish, count_present(tournament))
    attempt.progress(1, DRAW_STEPS)
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        attempt.check_cancelled()
        if locked.state != Tournament.State.ENTRY:
            return False
        store_draw(locked, wish, movement, User.objects.filter(pk=payload["user"]).first())
    attempt.progress(DRAW_STEPS, DRAW_STEPS)
    return True
