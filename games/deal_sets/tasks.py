"""The background work of a set of deals: look for boards until all are found, or long enough."""

import time
from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction

from games.belot import variant_from_json
from games.belot.finding import Found, find_deals
from games.belot.wishes import wishes_of
from games.models import Deal, DealSet, SetBoard
from games.tasks import others_wait
from jobs import services as jobs
from jobs.running import Attempt, handles

FIND_JOB: Final = "find_deals"
SECONDS: Final = 60.0
SECONDS_VISITOR: Final = 20.0
BEAT: Final = 0.3
SLICE_SECONDS: Final = 2.0
"""How long a search works before it lets waiting jobs of others in."""


@handles(FIND_JOB, patient=True)
def find_boards(attempt: Attempt) -> dict[str, Any]:
    """Store each board as it is found; go on later where others wait for a worker."""
    deal_set = DealSet.objects.filter(pk=int(attempt.job.key)).first()
    if deal_set is None:
        return {"gone": True}
    patience = SECONDS if deal_set.created_by_id else SECONDS_VISITOR
    spent = float(attempt.job.payload.get("seconds", 0))
    number = deal_set.boards.count()
    started = told = time.monotonic()
    for found in search(deal_set, number):
        number += bool(found.pack)
        now = time.monotonic()
        if found.pack or now - told > BEAT:
            told = now
            store(deal_set, number, found)
            attempt.progress(number, deal_set.wanted)
        if number == deal_set.wanted or now - started + spent > patience:
            store(deal_set, number, found)
            break
        if now - started > SLICE_SECONDS and others_wait(attempt.job):
            store(deal_set, number, found)
            go_on_later(deal_set, spent + now - started)
            break
    return {"found": number}


def search(deal_set: DealSet, have: int = 0) -> Iterator[Found]:
    """The search that a set asks for, from where it stands."""
    variant = variant_from_json(deal_set.variant)
    wishes = wishes_of(deal_set.wishes, variant)
    seed, looked_at = deal_set.seed or 0, deal_set.looked_at
    return find_deals(variant, wishes, seed, deal_set.wanted, looked_at, have)


def go_on_later(deal_set: DealSet, seconds: float) -> None:
    """Wait for a worker again, behind those that wait now."""
    jobs.submit(
        kind=FIND_JOB,
        key=str(deal_set.pk),
        payload={"seconds": seconds},
        total=deal_set.wanted,
    )


@transaction.atomic
def store(deal_set: DealSet, number: int, found: Found) -> None:
    """Keep how far the search is, and the deal under its number if one was found."""
    DealSet.objects.filter(pk=deal_set.pk).update(looked_at=found.looked_at)
    if not found.pack or SetBoard.objects.filter(deal_set=deal_set, number=number).exists():
        return
    deal = Deal.objects.create(variant=deal_set.variant, pack=found.pack, dealer=found.dealer)
    SetBoard.objects.create(deal_set=deal_set, number=number, deal=deal)
