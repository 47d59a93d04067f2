"""Let the computer play boards that nobody has played."""

from django.db import transaction
from django.utils.translation import gettext as _

from jobs import services as jobs
from jobs.models import Job
from tournaments.errors import Refused
from tournaments.facts import log
from tournaments.locks import held_for_change
from tournaments.models import Tournament
from tournaments.selectors.simulation import unplayed
from tournaments.services.permissions import Actor
from tournaments.tasks import SIMULATION_JOB


@transaction.atomic
def start_simulation(
    *, tournament: Tournament, up_to_round: int | None = None, actor: Actor = None
) -> Job:
    """Ask for bots to play every unplayed board, or those up to a round."""
    tournament = held_for_change(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise Refused("not_playing", _("Publish the draw before you let the computer play."))
    waiting = unplayed(tournament.pk, up_to_round).count()
    if not waiting:
        raise Refused("nothing_to_play", _("Every board has a result already."))
    log(tournament.pk, "simulation_started", user=actor, boards=waiting)
    return jobs.submit(
        kind=SIMULATION_JOB,
        key=str(tournament.pk),
        payload={"tournament": tournament.pk, "up_to_round": up_to_round},
        total=waiting,
        user=actor,
    )


@transaction.atomic
def cancel_simulation(*, tournament: Tournament, actor: Actor = None) -> None:
    """Stop the bots; what they have played so far stays."""
    running = Job.objects.filter(
        kind=SIMULATION_JOB,
        key=str(tournament.pk),
        state__in=[Job.State.QUEUED, Job.State.RUNNING],
    )
    for job in running:
        jobs.cancel(job=job)
    log(tournament.pk, "simulation_cancelled", user=actor)
