from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from games.models import Deal, DealSet, Practice, Simulation

RETENTION_DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class DeletedCounts:
    simulations: int
    deal_sets: int


@transaction.atomic
def delete_visitor_data(*, before: datetime) -> DeletedCounts:
    """Delete what visitors requested or played before that time."""
    simulations = Simulation.objects.filter(created_by=None, created_at__lt=before)
    deal_sets = DealSet.objects.filter(created_by=None, created_at__lt=before)
    Practice.objects.filter(created_by=None, created_at__lt=before).delete()
    requested = simulations.exclude(visitor="")
    counts = DeletedCounts(requested.count(), delete_deal_sets(deal_sets.exclude(visitor="")))
    requested.delete()
    return counts


def delete_deal_sets(deal_sets: QuerySet[DealSet]) -> int:
    """Delete deal sets with their deals, except those in use; return how many."""
    gone = 0
    for deal_set in deal_sets:
        deals = list(deal_set.boards.values_list("deal", flat=True))
        with suppress(ProtectedError), transaction.atomic():
            deal_set.delete()
            Deal.objects.filter(pk__in=deals).delete()
            gone += 1
    return gone
