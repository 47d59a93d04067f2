"""Continue with a next stage."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.desk.access import Request, director_page
from tournaments.desk.pages import show
from tournaments.models import Tournament
from tournaments.setup.forms.stages import StageForm
from tournaments.setup.selectors.stages import rankings_of, stages_of
from tournaments.setup.services.stages import continue_with


@director_page
def stages(request: Request, tournament: Tournament) -> HttpResponse:
    """The stages so far, and the form for the next one."""
    is_over = tournament.state == Tournament.State.FINISHED
    rankings = rankings_of(tournament) if is_over else []
    form = StageForm(
        request.POST or None,
        lists=len(rankings),
        initial={"stage_name": pgettext("stage", "Final")},
    )
    if request.method == "POST":
        made = form.hand_to(continue_with, tournament=tournament, actor=request.user)
        if made:
            messages.success(request, _("The stage is made. Now choose how it is played."))
            return redirect("manage_draw", made[0].code)
    return show(
        request,
        tournament,
        "setup/stages",
        part="stages",
        form=form,
        is_over=is_over,
        lists=len(rankings),
        entrants=sum(map(len, rankings)),
        stages=stages_of(tournament),
    )
