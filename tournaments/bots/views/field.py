from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.bots.forms import FieldForm
from tournaments.bots.jobs import FIELD_JOB
from tournaments.bots.selectors.field import DEFAULT_TABLES, field_progress
from tournaments.bots.services.field import set_field, stop_field
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.state.version_tokens import field_state


@director_page
def field(request: Request, tournament: Tournament) -> HttpResponse:
    form = FieldForm(request.POST or None, initial=initial_of(tournament))
    posted = request.method == "POST"
    if posted and form.submit_to(set_field, tournament=tournament, actor=request.user) is not None:
        return redirect("manage_field", tournament.code)
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(FieldForm(initial=initial_of(tournament)))
    return show(
        request,
        tournament,
        "bots/field_progress" if request.headers.get("HX-Request") else "bots/field",
        status=422 if form.is_bound else 200,
        part="settings",
        form=form,
        job=FIELD_JOB.latest(tournament.pk),
        field=field_progress(tournament),
    )


def initial_of(tournament: Tournament) -> dict[str, object]:
    """The current field, or the default."""
    return {
        "tables": tournament.field_tables or DEFAULT_TABLES,
        "counts": tournament.field_counts,
        "level": tournament.field_level,
        "seen": field_state(tournament).seen,
    }


@require_POST
@director_page
def stop(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: stop_field(tournament=tournament, actor=request.user),
        _("The computer stops. What it has played stays."),
    )
    return redirect("manage_field", tournament.code)
