import secrets

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.errors import RuleViolationError
from games.models import Simulation
from games.simulations.questions import QuestionJson, levels_in
from games.simulations.selectors.progress import count_unfinished
from games.simulations.tasks import SIMULATION_JOB
from games.visitors import limits
from jobs.models import Job

Person = User | AnonymousUser
SEED_BITS = 31


@transaction.atomic
def start_simulation(
    *,
    question: QuestionJson,
    count: int,
    seed: int | None = None,
    person: Person,
    visitor: str = "",
) -> Simulation:
    """Store a checked question and wake the workers; ``visitor`` identifies anonymous users."""
    user = person if person.is_authenticated else None
    check_size(question, count, signed_in=user is not None)
    check_busy(user, visitor)
    simulation = Simulation.objects.create(
        question=dict(question),
        count=count,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        created_by=user,
        visitor="" if user else visitor,
    )
    SIMULATION_JOB.submit(simulation.pk)
    return simulation


def check_size(question: QuestionJson, count: int, *, signed_in: bool) -> None:
    most = limits.max_deals(levels_in(question), signed_in)
    if 1 <= count <= most:
        return
    text = _("Ask for 1 to %(most)s deals with these players.") % {
        "most": number_format(most, force_grouping=True)
    }
    if not signed_in and count > most:
        hint = _("Sign in to ask for more.")
        text = f"{text} {hint}"
    raise RuleViolationError("too_many_deals", text, field="count", most=most)


def check_busy(user: User | None, visitor: str) -> None:
    """Refuse users who already keep the workers busy."""
    if user:
        if (
            count_unfinished(Simulation.objects.filter(created_by=user))
            >= limits.MAX_CONCURRENT_PER_USER
        ):
            raise RuleViolationError(
                "busy", _("Three of your simulations are still running. Wait, or stop one.")
            )
        return
    strangers = Simulation.objects.filter(created_by=None).exclude(visitor="")
    if count_unfinished(strangers.filter(visitor=visitor)) >= limits.MAX_CONCURRENT_PER_VISITOR:
        raise RuleViolationError(
            "busy", _("Your last simulation is still running. Wait, or stop it.")
        )
    if count_unfinished(strangers) >= limits.MAX_CONCURRENT_VISITORS:
        raise RuleViolationError(
            "busy_site", _("Other visitors keep the computer busy. Try again in a minute.")
        )


def can_control(simulation: Simulation, person: Person, visitor: str) -> bool:
    if person.is_authenticated:
        return person.is_superuser or simulation.created_by_id == person.pk
    return bool(visitor) and simulation.visitor == visitor


@transaction.atomic
def stop_simulation(*, simulation: Simulation) -> None:
    Simulation.objects.filter(pk=simulation.pk).update(is_stopped=True)
    SIMULATION_JOB.cancel(simulation.pk)


@transaction.atomic
def resume_simulation(*, simulation: Simulation) -> None:
    Simulation.objects.filter(pk=simulation.pk).update(is_stopped=False)
    failed = SIMULATION_JOB.of(simulation.pk).filter(state=Job.State.FAILED)
    failed.update(state=Job.State.CANCELLED)
    SIMULATION_JOB.submit(simulation.pk)
