"""The background work of a set of deals: look for boards until all are found, or long enough."""

import time
from typing import Any, Final

from django.db import transaction

from games.belot import variant_from_json
from games.belot.finding import Found, find_deals
from games.belot.wishes import wishes_of
from games.models import Deal, DealSet, SetBoard
from jobs.running import Attempt, handles

FIND_JOB: Final = "find_deals"
SECONDS: Final = 60.0
SECONDS_VISITOR: Final = 20.0
BEAT: Final = 0.3


@handles(FIND_JOB)
def find_boards(attempt: Attempt) -> dict[str, Any]:
    """Store each board as it is found; a second attempt finds the same ones and goes on."""
    deal_set = DealSet.objects.filter(pk=int(attempt.job.key)).first()
    if deal_set is None:
        return {"gone": True}
    seconds = SECONDS if deal_set.created_by_id else SECONDS_VISITOR
    started = told = time.monotonic()
    number = 0
    for found in search(deal_set):
        if found.pack:
            number += 1
            store_board(deal_set, number, found)
        now = time.monotonic()
        if now - told > BEAT:
            told = now
            DealSet.objects.filter(pk=deal_set.pk).update(looked_at=found.looked_at)
            attempt.progress(number, deal_set.wanted)
        if now - started > seconds and number < deal_set.wanted:
            break
        deal_set.looked_at = found.looked_at
    deal_set.save(update_fields=["looked_at"])
    return {"found": number, "looked_at": deal_set.looked_at}


def search(deal_set: DealSet) -> Any:
    """The search that a set asks for."""
    variant = variant_from_json(deal_set.variant)
    wishes = wishes_of(deal_set.wishes, variant)
    return find_deals(variant, wishes, deal_set.seed or 0, deal_set.wanted)


@transaction.atomic
def store_board(deal_set: DealSet, number: int, found: Found) -> None:
    """Keep a found deal under its number, unless it is there from an earlier attempt."""
    if SetBoard.objects.filter(deal_set=deal_set, number=number).exists():
        return
    deal = Deal.objects.create(variant=deal_set.variant, pack=found.pack, dealer=found.dealer)
    SetBoard.objects.create(deal_set=deal_set, number=number, deal=deal)
