from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Q, QuerySet, Sum

from games.belot.simulation import Tally
from games.models import Simulation
from games.simulations.questions import NEEDS_COMPILER, add_tallies
from games.simulations.tasks import SIMULATION_JOB
from jobs.models import Job


@dataclass(frozen=True, slots=True)
class Progress:
    """``state`` is waiting, running, done, stopped or failed.

    ``reason`` is ``needs_compiler``, or empty if a visitor would not understand the error.
    """

    state: str
    done: int
    total: int
    workers: int
    reason: str = ""

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "stopped", "failed"}

    @property
    def percent(self) -> int:
        """Share done, 0..100; 100 only when all is."""
        return 100 * self.done // self.total if self.total else 100


def progress_of(simulation: Simulation) -> Progress:
    done = (
        simulation.batches.filter(tally__isnull=False).aggregate(deals=Sum("count"))["deals"] or 0
    )
    jobs = SIMULATION_JOB.of(simulation.pk).aggregate(
        waiting=Count("pk", filter=Q(state=Job.State.QUEUED)),
        running=Count("pk", filter=Q(state=Job.State.RUNNING)),
        refused=Count("pk", filter=Q(state=Job.State.FAILED, error=NEEDS_COMPILER)),
    )
    state = state_of(simulation, done, jobs["waiting"], jobs["running"])
    workers = jobs["running"] if state == "running" else 0
    reason = NEEDS_COMPILER if state == "failed" and jobs["refused"] else ""
    return Progress(state, done, simulation.count, workers, reason)


def state_of(simulation: Simulation, done: int, waiting: int, running: int) -> str:
    if done >= simulation.count:
        return "done"
    if simulation.is_stopped:
        return "stopped"
    if running:
        return "running"
    return "waiting" if waiting else "failed"


def tally_of(simulation: Simulation) -> Tally:
    stored = simulation.batches.filter(tally__isnull=False).order_by("number")
    return add_tallies(tally for tally in stored.values_list("tally", flat=True) if tally)


def count_unfinished(simulations: QuerySet[Simulation]) -> int:
    """How many of these still occupy a worker."""
    going = simulations.filter(is_stopped=False).annotate(
        done=Sum("batches__count", filter=Q(batches__tally__isnull=False), default=0)
    )
    return sum(
        1
        for simulation in going.only("pk", "count", "is_stopped")
        if simulation.done < simulation.count
    )


def recent_of(person: User | AnonymousUser, visitor: str) -> list[Simulation]:
    own = Simulation.objects.none()
    if person.is_authenticated:
        own = Simulation.objects.filter(created_by=person)
    elif visitor:
        own = Simulation.objects.filter(visitor=visitor)
    return list(own.order_by("-pk")[:8])
