import time
from collections.abc import Iterator
from typing import Final

from django.db import transaction
from django.utils.translation import pgettext_lazy

from games.belot.simulation import SearchProgress, find_deals, wishes_of
from games.models import Deal, DealSet, SetBoard
from jobs.execution import Attempt, handler
from jobs.kinds import JobKind

FIND_JOB: Final = JobKind(
    "find_deals",
    pgettext_lazy("work", "search for deals"),
    low_priority=True,
    time_slice=2.0,
    keep_slice_when_idle=True,
)
"""Key: the deal set."""
SECONDS: Final = 60.0
SECONDS_VISITOR: Final = 20.0
SAVE_INTERVAL_SECONDS: Final = 0.3


@handler(FIND_JOB)
def find_boards(attempt: Attempt) -> dict[str, object]:
    """Store each board when found; hand over to other waiting jobs and resume later."""
    deal_set = DealSet.objects.filter(pk=int(attempt.job.key)).first()
    if deal_set is None:
        return {"gone": True}
    patience = SECONDS if deal_set.created_by_id else SECONDS_VISITOR
    spent = float(attempt.job.payload.get("seconds", 0))
    number = deal_set.boards.count()
    now = saved_at = time.monotonic()
    started = now - spent
    looking, progress = resume_search(deal_set, number), SearchProgress(deal_set.looked_at)
    is_over = number == deal_set.wanted
    while not is_over and attempt.has_time():
        progress = next(looking)
        number += bool(progress.pack)
        now = time.monotonic()
        is_over = number == deal_set.wanted or now - started > patience
        if progress.pack or now - saved_at > SAVE_INTERVAL_SECONDS:
            saved_at = now
            store_progress(deal_set, number, progress)
            attempt.progress(number, deal_set.wanted)
    store_progress(deal_set, number, progress)
    if not is_over:
        attempt.continue_later({"seconds": now - started})
    return {"found": number}


def resume_search(deal_set: DealSet, have: int = 0) -> Iterator[SearchProgress]:
    variant = deal_set.variant
    wishes = wishes_of(deal_set.wishes, variant)
    seed, looked_at = deal_set.seed or 0, deal_set.looked_at
    return find_deals(variant, wishes, seed, deal_set.wanted, looked_at, have)


@transaction.atomic
def store_progress(deal_set: DealSet, number: int, found: SearchProgress) -> None:
    """Save the search position and, if a deal was found, the deal under its number."""
    DealSet.objects.filter(pk=deal_set.pk).update(looked_at=found.looked_at)
    if not found.pack or SetBoard.objects.filter(deal_set=deal_set, number=number).exists():
        return
    deal = Deal.objects.create(variant=deal_set.variant, pack=found.pack, dealer=found.dealer)
    SetBoard.objects.create(deal_set=deal_set, number=number, deal=deal)
