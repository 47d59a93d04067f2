from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Rehearsal, Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.rehearsal.selectors import rehearsal_page
from tournaments.rehearsal.services import remove_rehearsal, start_rehearsal, steer_rehearsal

STEERING_ACTIONS = {
    "pause": {"is_paused": True},
    "go": {"is_paused": False},
    "next": {"is_hurried": True},
    "slow": {"is_fast": False},
    "fast": {"is_fast": True},
}


@director_page
def rehearsal(request: Request, tournament: Tournament) -> HttpResponse:
    """Progress of a copy; for an original, the button to rehearse."""
    if tournament.rehearses_id is not None:
        return watch(request, tournament)
    if request.method == "POST":
        rehearsals: list[Rehearsal] = []
        in_steps = request.POST.get("in_steps") == "yes"
        run_with_message(
            request,
            lambda: rehearsals.append(
                start_rehearsal(tournament=tournament, in_steps=in_steps, actor=request.user)
            ),
        )
        code = rehearsals[0].tournament.code if rehearsals else tournament.code
        return redirect("manage_rehearsal", code)
    return show(
        request,
        tournament,
        "rehearsal/begin",
        part="draw",
        copy=tournament.rehearsals.filter(rehearsal__isnull=False).first(),
    )


def watch(request: Request, tournament: Tournament) -> HttpResponse:
    """Timeline and live views; polling returns only the changing part."""
    row = Rehearsal.objects.select_related("dispute__sitting__table").filter(pk=tournament.pk)
    stored_rehearsal = row.first()
    if stored_rehearsal is None:
        raise Http404
    stored_rehearsal.tournament = tournament
    moves = bool(request.headers.get("HX-Request"))
    context = {
        "tournament": tournament,
        "moves": moves,
        "view": rehearsal_page(stored_rehearsal),
        "club_name": tournament.club.name,
        "nav": "manage",
    }
    name = "_moving" if moves else "rehearsal"
    return render(request, f"tournaments/rehearsal/{name}.html", context)


@require_POST
@director_page
def steer(request: Request, tournament: Tournament) -> HttpResponse:
    kwargs = STEERING_ACTIONS.get(request.POST.get("do", ""), {})
    row = Rehearsal.objects.filter(pk=tournament.pk).first()
    if row is None:
        raise Http404
    steer_rehearsal(rehearsal=row, **kwargs)
    return redirect("manage_rehearsal", tournament.code)


@require_POST
@director_page
def remove(request: Request, tournament: Tournament) -> HttpResponse:
    original = tournament.rehearses
    if original is None:
        raise Http404
    run_with_message(
        request,
        lambda: remove_rehearsal(tournament=tournament),
        _("The copy has been deleted. The tournament itself is unchanged."),
    )
    return redirect("manage_draw", original.code)
