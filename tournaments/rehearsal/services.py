from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Rehearsal, Result, Tournament
from tournaments.permissions import Actor
from tournaments.rehearsal.copies import make_copy, remove_copy
from tournaments.rehearsal.jobs import REHEARSAL_JOB, enqueue_step
from tournaments.rehearsal.story import can_have_latecomer
from tournaments.state.locks import lock_tournament


@transaction.atomic
def start_rehearsal(
    *, tournament: Tournament, in_steps: bool = False, actor: Actor = None
) -> Rehearsal:
    """Create a copy for the bots, replacing an earlier one.

    ``in_steps``: pause after each event until the organiser continues.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.rehearses_id is not None:
        raise RuleViolationError("is_a_copy", _("This is a copy already."))
    if Result.objects.filter(play__sitting__round__tournament=tournament).exists():
        raise RuleViolationError(
            "begun", _("Results are entered already: the evening itself has begun.")
        )
    for before in tournament.rehearsals.all():
        remove_copy(before)
    copy = make_copy(tournament, actor)
    rehearsal = Rehearsal.objects.create(
        tournament=copy,
        beat_at=timezone.now(),
        in_steps=in_steps,
        is_paused=in_steps,
        has_late=can_have_latecomer(copy),
        language=get_language() or "",
    )
    enqueue_step(rehearsal)
    return rehearsal


@transaction.atomic
def steer_rehearsal(
    *,
    rehearsal: Rehearsal,
    is_paused: bool | None = None,
    is_fast: bool | None = None,
    is_hurried: bool | None = None,
) -> Rehearsal:
    """Change pace or pause, or skip to the next event; None leaves a value unchanged."""
    rehearsal = Rehearsal.objects.select_for_update().get(pk=rehearsal.pk)
    if is_paused is not None:
        rehearsal.is_paused, rehearsal.waited = is_paused, 0
    if is_fast is not None:
        rehearsal.is_fast = is_fast
    if is_hurried:
        rehearsal.is_hurried, rehearsal.is_paused = True, False
    rehearsal.beat_at = timezone.now()
    rehearsal.save()
    enqueue_step(rehearsal)
    return rehearsal


@transaction.atomic
def remove_rehearsal(*, tournament: Tournament) -> None:
    # Same lock order as in a step.
    Rehearsal.objects.select_for_update().filter(pk=tournament.pk).first()
    copy = lock_tournament(tournament.pk)
    if copy.rehearses_id is None:
        raise RuleViolationError("no_copy", _("This is not a copy, so it stays."))
    REHEARSAL_JOB.cancel(copy.pk)
    remove_copy(copy)
