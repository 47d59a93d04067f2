from django.db import transaction
from django.utils.translation import gettext as _

from jobs.models import Job
from tournaments.bots.jobs import UNPLAYED_JOB
from tournaments.bots.selectors.simulation import plays_to_simulate
from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import lock_tournament


@transaction.atomic
def start_simulation(
    *, tournament: Tournament, up_to_round: int | None = None, actor: Actor = None
) -> Job:
    """Enqueue bots for all unplayed boards, optionally up to a round."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError(
            "not_playing", _("Publish the draw before you let the computer play.")
        )
    waiting = plays_to_simulate(tournament.pk, up_to_round).count()
    if not waiting:
        raise RuleViolationError("nothing_to_play", _("Every board has a result already."))
    log(tournament.pk, "simulation_started", user=actor, boards=waiting)
    return UNPLAYED_JOB.submit(
        tournament.pk,
        payload={"tournament": tournament.pk, "up_to_round": up_to_round},
        total=waiting,
        user=actor,
    )


@transaction.atomic
def cancel_simulation(*, tournament: Tournament, actor: Actor = None) -> None:
    """Cancel the job; played results are kept."""
    UNPLAYED_JOB.cancel(tournament.pk)
    log(tournament.pk, "simulation_cancelled", user=actor)
