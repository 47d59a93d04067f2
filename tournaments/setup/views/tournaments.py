from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.setup.forms.tournaments import (
    DeleteForm,
    SettingsForm,
    initial_of,
)
from tournaments.setup.selectors.unfinished_items import unfinished_items
from tournaments.setup.services.tournaments import (
    change_settings,
    delete_tournament,
    finish_tournament,
    reopen_tournament,
)
from tournaments.state.official import make_official, set_corrections
from tournaments.state.version_tokens import corrections_state, settings_state


@director_page
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    form = settings_form(tournament, request.POST or None)
    if request.method == "POST" and save_settings(form, tournament, request):
        messages.success(request, _("Saved."))
        return redirect("manage_settings", tournament.code)
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(settings_form(tournament, None))
    return show_settings(request, tournament, form=form)


def settings_form(tournament: Tournament, data: QueryDict | None) -> SettingsForm:
    initial = initial_of(tournament, seen=settings_state(tournament).seen)
    return SettingsForm(data, tournament=tournament, initial=initial)


def save_settings(
    form: SettingsForm, tournament: Tournament, request: Request
) -> Tournament | None:
    """Store the settings; disabled fields retain their values."""
    fixed = {name: getattr(tournament, name) for name, f in form.fields.items() if f.disabled}
    return form.submit_to(change_settings, tournament=tournament, actor=request.user, **fixed)


def show_settings(
    request: Request,
    tournament: Tournament,
    *,
    form: SettingsForm | None = None,
    delete_form: DeleteForm | None = None,
) -> HttpResponse:
    return show(
        request,
        tournament,
        "setup/settings",
        part="settings",
        form=form or settings_form(tournament, None),
        corrections_seen=corrections_state(tournament).seen,
        delete_form=delete_form or DeleteForm(tournament=tournament),
        State=Tournament.State,
    )


@require_POST
@director_page
def announce(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: change_settings(tournament=tournament, is_public=True, actor=request.user),
        _("Announced. Everybody can find it now."),
    )
    return redirect("manage_tournament", tournament.code)


@director_page
def finish(request: Request, tournament: Tournament) -> HttpResponse:
    """Confirm unfinished items, then close the tournament."""
    if request.method == "POST" and run_with_message(
        request,
        lambda: finish_tournament(
            tournament=tournament,
            corrections_minutes=minutes_of(request),
            anyway="anyway" in request.POST,
            actor=request.user,
        ),
        _("The tournament is finished. The final standings are published."),
    ):
        return redirect("manage_tournament", tournament.code)
    if tournament.state != Tournament.State.PLAYING:
        return redirect("manage_tournament", tournament.code)
    ends = unfinished_items(tournament)
    lists = [("missing", ends.missing), ("disputed", ends.disputed)]
    lists.append(("unconfirmed", ends.unconfirmed))
    return show(
        request,
        tournament,
        "setup/finish",
        part="settings",
        ends=ends,
        lists=[(kind, plays) for kind, plays in lists if plays],
    )


def minutes_of(request: Request) -> int | None:
    """Minutes for corrections; None until release."""
    text = request.POST.get("corrections", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


@require_POST
@director_page
def official(request: Request, tournament: Tournament) -> HttpResponse:
    """Make the standings official, or set the correction deadline."""
    seen_token = request.POST.get("seen")
    if request.POST.get("do") == "release":
        run_with_message(
            request,
            lambda: make_official(tournament=tournament, seen=seen_token, actor=request.user),
            _("The standings are official."),
        )
    else:
        minutes = minutes_of(request)
        run_with_message(
            request,
            lambda: set_corrections(
                tournament=tournament, minutes=minutes, seen=seen_token, actor=request.user
            ),
            _("Saved."),
        )
    return redirect("manage_settings", tournament.code)


@require_POST
@director_page
def reopen(request: Request, tournament: Tournament) -> HttpResponse:
    late = "late" in request.POST
    run_with_message(
        request,
        lambda: reopen_tournament(tournament=tournament, late=late, actor=request.user),
        _("The tournament is open again. Finish it once more when everything is right."),
    )
    return redirect("manage_tournament", tournament.code)


@require_POST
@director_page
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    form = DeleteForm(request.POST, tournament=tournament)
    gone = form.is_valid() and form.submit_to(
        lambda **values: delete_tournament(**values, actor=request.user) or True
    )
    if gone:
        messages.success(request, _("“%s” is deleted.") % tournament.name)
        return redirect("manage_home")
    return show_settings(request, tournament, delete_form=form)
