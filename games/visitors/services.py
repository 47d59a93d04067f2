"""What visitors leave behind is thrown away after a while."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.models import Deal, DealSet, SetBoard, Simulation


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many simulations and sets of deals were thrown away."""

    simulations: int
    deal_sets: int


@transaction.atomic
def forget_visitors(*, before: datetime) -> Forgotten:
    """Throw away what people without an account asked for before that time."""
    simulations = Simulation.objects.filter(created_by=None, created_at__lt=before)
    deal_sets = DealSet.objects.filter(created_by=None, created_at__lt=before)
    found = Forgotten(
        simulations.exclude(visitor="").count(), deal_sets.exclude(visitor="").count()
    )
    simulations.exclude(visitor="").delete()
    old = list(deal_sets.exclude(visitor="").values_list("pk", flat=True))
    deals = list(SetBoard.objects.filter(deal_set__in=old).values_list("deal", flat=True))
    DealSet.objects.filter(pk__in=old).delete()
    Deal.objects.filter(pk__in=deals).delete()
    return found
