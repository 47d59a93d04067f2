from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.deal_sets.selectors import recent_sets
from tournaments.draws.selectors.fairness import prepared_set
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.setup.forms.deal_sets import SetForm
from tournaments.setup.services.deal_sets import OPEN, assign_deal_set, release_deal_set


@director_page
def boards_from(request: Request, tournament: Tournament) -> HttpResponse:
    form = SetForm(request.POST or None)
    if request.method == "POST":
        taken = form.submit_to(assign_deal_set, tournament=tournament, actor=request.user)
        if taken:
            messages.success(
                request, _("The set has been chosen. From now on nobody can see its cards.")
            )
            return redirect("manage_draw", tournament.code)
    own = [each for each in recent_sets(request.user, "") if each.pk != tournament.deal_set_id]
    return show(
        request,
        tournament,
        "setup/deal_set",
        part="draw",
        form=form,
        prepared=prepared_set(tournament),
        own=own,
        is_open=tournament.state in OPEN and not tournament.is_open_play,
    )


@require_POST
@director_page
def give_back(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: release_deal_set(tournament=tournament, actor=request.user),
        _("Boards are dealt from the secret seed."),
    )
    return redirect("manage_draw", tournament.code)
