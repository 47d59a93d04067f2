"""The computer field: tables of bots that play the boards as well."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.board_work import FIELD_JOB
from tournaments.forms.fields import FieldForm
from tournaments.models import Tournament
from tournaments.selectors.field import USUAL_TABLES, field_progress
from tournaments.selectors.present import present_field
from tournaments.selectors.simulation import latest_job
from tournaments.services.field import set_field, stop_field
from tournaments.views.manage.access import Request, attempt, directed
from tournaments.views.manage.pages import show


@directed
def field(request: Request, tournament: Tournament) -> HttpResponse:
    """Say how big the field is, and see how far it is."""
    form = FieldForm(request.POST or None, initial=initial_of(tournament))
    if request.method == "POST" and form.hand_to(
        set_field, tournament=tournament, actor=request.user
    ):
        return redirect("manage_field", tournament.code)
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(FieldForm(initial=initial_of(tournament)))
    return show(
        request,
        tournament,
        "field_progress" if request.headers.get("HX-Request") else "field",
        status=422 if form.is_bound else 200,
        part="settings",
        form=form,
        job=latest_job(tournament, FIELD_JOB),
        field=field_progress(tournament),
    )


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """The field as it is now, or the usual one."""
    return {
        "tables": tournament.field_tables or USUAL_TABLES,
        "counts": tournament.field_counts,
        "level": tournament.field_level,
        "seen": present_field(tournament).seen,
    }


@require_POST
@directed
def stop(request: Request, tournament: Tournament) -> HttpResponse:
    """Stop the bots; what they have played stays."""
    attempt(
        request,
        lambda: stop_field(tournament=tournament, actor=request.user),
        _("The computer stops. What it has played stays."),
    )
    return redirect("manage_field", tournament.code)
