"""Background work of simulations: batches of deals.

A job takes batch after batch of one simulation. Each job first enqueues another one, so
that every idle worker process finds one (ADR 12).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Sum
from django.utils.translation import pgettext_lazy

from games.models import Simulation, SimulationBatch
from games.simulations.questions import NEEDS_COMPILER, is_too_slow, levels_in, play_batch
from jobs.execution import Attempt, LeaseLostError, PermanentJobError, handler
from jobs.kinds import JobKind

SIMULATION_JOB: Final = JobKind(
    "deals",
    pgettext_lazy("work", "simulation of deals"),
    low_priority=True,
    time_slice=2.0,
    keep_slice_when_idle=True,
)
MIN_BATCH_SECONDS, USUAL_BATCH_SECONDS, MAX_BATCH_SECONDS = 0.06, 0.5, 2.0
"""Short batches let all workers end together; long ones keep rows few."""
FIRST_BATCH: Final = 1
GROWTH: Final = 16

_deals_per_second: dict[str, float] = {}
"""Measured in this process, by levels of play."""


@dataclass(slots=True)
class Pace:
    """Deals per time that this process plays, measured as it runs."""

    key: str
    last: int = 0
    started: float = field(default_factory=time.monotonic)

    def size(self, left: int) -> int:
        """Deals of the next batch: grows with elapsed time, shrinks near the end."""
        rate = _deals_per_second.get(self.key)
        if rate is None:
            return FIRST_BATCH
        elapsed = time.monotonic() - self.started
        seconds = min(max(elapsed / 8, USUAL_BATCH_SECONDS), MAX_BATCH_SECONDS)
        batch_size = min(rate * seconds, max(left / 4, rate * MIN_BATCH_SECONDS))
        if self.last:
            batch_size = min(batch_size, GROWTH * self.last)
        return max(1, round(batch_size))

    def note(self, deals: int, seconds: float) -> None:
        self.last = deals
        _deals_per_second[self.key] = deals / max(seconds, 1e-6)


@handler(SIMULATION_JOB)
def run_batches(attempt: Attempt) -> dict[str, object]:
    """Play batches until none is left, or until other jobs have waited long enough."""
    simulation = Simulation.objects.filter(pk=int(attempt.job.key)).first()
    if simulation is None:
        return {"gone": True}
    if is_too_slow(levels_in(simulation.question)):
        raise PermanentJobError(NEEDS_COMPILER)
    pace = Pace(str(simulation.question.get("levels")))
    batch = claim_batch(simulation.pk, attempt.owner, pace)
    # After an error, retry with this job alone.
    if batch is not None and not SIMULATION_JOB.has_error(simulation.pk):
        SIMULATION_JOB.submit(simulation.pk)
    played = 0
    while batch is not None and attempt.has_time():
        started = time.monotonic()
        tally = play_batch(simulation.question, simulation.seed, batch.first, batch.count)
        pace.note(batch.count, time.monotonic() - started)
        played += batch.count
        batch = store_and_claim(batch, tally, pace)
        attempt.progress(played, played)
    if batch is not None:
        release(batch)
        attempt.continue_later()
    return {"deals": played}


@transaction.atomic
def claim_batch(simulation_id: int, owner: UUID, pace: Pace) -> SimulationBatch | None:
    """Claim a batch: one of a dead worker, otherwise the next deals."""
    simulation = Simulation.objects.select_for_update().get(pk=simulation_id)
    if simulation.is_stopped:
        return None
    left_behind = simulation.batches.filter(tally__isnull=True).exclude(
        owner__in=SIMULATION_JOB.living_attempts(simulation.pk)
    )
    batch = left_behind.order_by("number").first()
    if batch is not None:
        batch.owner = owner
        batch.save(update_fields=["owner"])
        return batch
    taken = simulation.batches.aggregate(deals=Sum("count"), last=Max("number"))
    first = taken["deals"] or 0
    left = simulation.count - first
    if not left:
        return None
    return SimulationBatch.objects.create(
        simulation=simulation,
        number=(taken["last"] or 0) + 1,
        first=first,
        count=min(left, pace.size(left)),
        owner=owner,
    )


@transaction.atomic
def store_and_claim(
    batch: SimulationBatch, tally: Mapping[str, object], pace: Pace
) -> SimulationBatch | None:
    """Store a batch's tally unless another attempt took it over, and claim the next."""
    mine = SimulationBatch.objects.filter(pk=batch.pk, owner=batch.owner, tally__isnull=True)
    if not mine.update(tally=tally):
        raise LeaseLostError
    return claim_batch(batch.simulation_id, batch.owner, pace)


def release(batch: SimulationBatch) -> None:
    SimulationBatch.objects.filter(pk=batch.pk, tally__isnull=True).update(owner=UUID(int=0))
