from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.bots.jobs import UNPLAYED_JOB
from tournaments.bots.selectors.simulation import plays_to_simulate
from tournaments.bots.services.simulation import cancel_simulation, start_simulation
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import number_in, show
from tournaments.state.visibility import published_rounds


@director_page
def simulation(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        run_with_message(
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
        f"bots/{name}",
        part="console",
        job=UNPLAYED_JOB.latest(tournament.pk),
        waiting=plays_to_simulate(tournament.pk).count(),
        rounds=range(1, published_rounds(tournament).count() + 1),
    )


@require_POST
@director_page
def cancel(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: cancel_simulation(tournament=tournament, actor=request.user),
        _("The computer stops. What it has played stays."),
    )
    return redirect("manage_simulation", tournament.code)
