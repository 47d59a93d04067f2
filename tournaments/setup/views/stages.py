from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.setup.forms.stages import StageForm, TieForm
from tournaments.setup.selectors.stages import stages_of
from tournaments.setup.services.stages import create_next_stages, exchange_entrants
from tournaments.standings.advancement import rankings_of, shared_places
from tournaments.state.formats import groups_of


@director_page
def stages(request: Request, tournament: Tournament) -> HttpResponse:
    is_over = tournament.state == Tournament.State.FINISHED
    rankings = rankings_of(tournament) if is_over else []
    form = StageForm(
        request.POST or None,
        lists=len(rankings),
        initial={"stage_name": pgettext("stage", "Final")},
    )
    if request.method == "POST":
        new_stages = form.submit_to(create_next_stages, tournament=tournament, actor=request.user)
        if new_stages:
            messages.success(request, _("The stage has been created. Now choose how it is played."))
            return redirect("manage_draw", new_stages[0].code)
    return show(
        request,
        tournament,
        "setup/stages",
        part="stages",
        form=form,
        is_over=is_over,
        lists=len(rankings),
        has_groups=len(groups_of(tournament)) > 1,
        shared=shared_places(rankings),
        entrants=sum(map(len, rankings)),
        stages=stages_of(tournament),
        tie_form=TieForm(prefix="exchange"),
    )


@require_POST
@director_page
def exchange(request: Request, tournament: Tournament) -> HttpResponse:
    form = TieForm(request.POST, prefix="exchange")
    if not form.is_valid():
        problems = [str(problem) for errors in form.errors.values() for problem in errors]
        messages.error(request, " ".join(problems))
        return redirect("manage_stages", tournament.code)
    run_with_message(
        request,
        lambda: exchange_entrants(
            tournament=tournament,
            tie=form.cleaned_data["tie"],
            tie_winners=form.cleaned_data["tie_winners"],
            actor=request.user,
        ),
        _("The entrants are those of the corrected standings."),
    )
    return redirect("manage_stages", tournament.code)
