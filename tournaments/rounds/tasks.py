"""Draws of large fields, which take longer than a person waits for an answer."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from jobs.running import Attempt
from tournaments.errors import Refused
from tournaments.facts.locks import hold_for_change
from tournaments.models import Tournament
from tournaments.rounds.drafts import fair_plan, store_draft
from tournaments.rounds.selectors.next_round import PAIRING_JOB


@PAIRING_JOB.handler
def pair_round(attempt: Attempt) -> dict[str, object]:
    """Draw a round of a large field; why not, where it is refused, as whoever asked reads it."""
    asked = attempt.job.payload
    with override(asked.get("language")):
        try:
            return draw_round(attempt)
        except Refused as refusal:
            told = {"refused": refusal.code, "words": str(refusal)}
            return {"round": asked["number"], "made": False, **told}


def draw_round(attempt: Attempt) -> dict[str, object]:
    """Draw it; again, if a fact came in meanwhile."""
    asked = attempt.job.payload
    number: int = asked["number"]
    while True:
        attempt.progress(1, 3)
        tournament = Tournament.objects.filter(pk=asked["tournament"]).first()
        if tournament is None or tournament.rounds.filter(number=number).exists():
            return {"round": number, "made": False}
        version = tournament.facts_version
        plan = fair_plan(tournament, number)
        attempt.progress(2, 3)
        with transaction.atomic():
            locked = hold_for_change(tournament.pk)
            if locked.facts_version != version:
                continue
            if locked.rounds.filter(number=number).exists():
                return {"round": number, "made": False}
            user = User.objects.filter(pk=asked["user"]).first()
            provisional = bool(asked["provisional"])
            store_draft(locked, number, plan, provisional=provisional, user=user)
        attempt.progress(3, 3)
        return {"round": number, "made": True}
