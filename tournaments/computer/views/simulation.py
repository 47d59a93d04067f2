"""Let the computer play what nobody has played."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.selectors.simulation import latest_job, unplayed
from tournaments.selectors.visibility import published_rounds
from tournaments.services.simulation import cancel_simulation, start_simulation
from tournaments.tasks import SIMULATION_JOB
from tournaments.views.manage.access import Request, attempt, directed
from tournaments.views.manage.console import number_in
from tournaments.views.manage.pages import show


@directed
def simulation(request: Request, tournament: Tournament) -> HttpResponse:
    """Start the bots, and see how far they are."""
    if request.method == "POST":
        attempt(
            request,
            lambda: start_simulation(
                tournament=tournament,
                up_to_round=number_in(request.POST.get("up_to_round")),
                actor=request.user,
            ),
        )
        return redirect("manage_simulation", tournament.code)
    name = "simulation_progress" if request.headers.get("HX-Request") else "simulation"
    return show(
        request,
        tournament,
        name,
        part="console",
        job=latest_job(tournament, SIMULATION_JOB),
        waiting=unplayed(tournament.pk).count(),
        rounds=range(1, published_rounds(tournament).count() + 1),
    )


@require_POST
@directed
def cancel(request: Request, tournament: Tournament) -> HttpResponse:
    """Stop the bots; what they have played stays."""
    attempt(
        request,
        lambda: cancel_simulation(tournament=tournament, actor=request.user),
        _("The computer stops. What it has played stays."),
    )
    return redirect("manage_simulation", tournament.code)
