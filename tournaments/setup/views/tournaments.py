"""Make a tournament, change its settings, finish it, throw it away."""

from datetime import time
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.clubs.selectors import clubs_of
from tournaments.desk.access import Request, attempt, director_page
from tournaments.desk.pages import show
from tournaments.facts.official import release, set_corrections
from tournaments.facts.present import present_corrections, present_settings
from tournaments.models import Club, Tournament
from tournaments.setup.forms.tournaments import (
    DeleteForm,
    NewTournamentForm,
    SettingsForm,
    initial_of,
)
from tournaments.setup.selectors.my_tournaments import former_tournaments
from tournaments.setup.services.tournaments import (
    change_settings,
    create_tournament,
    delete_tournament,
    finish_tournament,
    reopen_tournament,
)
from tournaments.standings import Method

USUAL: dict[str, Any] = {
    "start_time": time(18, 30),
    "variant": "bulgarian",
    "scoring": Method.MATCHPOINTS.value,
    "boards_per_round": 3,
    "minutes_per_board": 5,
    "change_minutes": 2,
    "is_public": True,
}
ENTER_NOW: dict[str, Any] = {
    Tournament.Unit.PAIR: gettext_lazy("The tournament is made. Now enter the pairs."),
    Tournament.Unit.TEAM: gettext_lazy("The tournament is made. Now enter the teams."),
    Tournament.Unit.PLAYER: gettext_lazy("The tournament is made. Now enter the players."),
}


@login_required
def new(request: Request) -> HttpResponse:
    """One form for a new tournament, filled in from the last one or the one to be copied."""
    clubs = clubs_of(request.user)
    if not clubs:
        return redirect("manage_club_new")
    former = former_tournaments(clubs)
    form = NewTournamentForm(
        request.POST or None, clubs=clubs, initial=first_values(request, list(clubs), former)
    )
    if request.method == "POST":
        like = model_of(request, list(clubs), former)
        made = form.hand_to(create_tournament, actor=request.user, like=like)
        if made:
            if request.POST.get("then") == "rules":
                return redirect("manage_rules", made.code)
            messages.success(request, ENTER_NOW[made.unit])
            return redirect("manage_teams", made.code)
    context = {"form": form, "former": former, "nav": "manage"}
    return render(request, "tournaments/setup/new.html", context)


def first_values(
    request: Request, clubs: list[Club], former: list[Tournament]
) -> dict[str, object]:
    """Today, and otherwise as in the tournament to be copied, by default the club's last one."""
    club = club_asked(request, clubs)
    model = model_of(request, clubs, former)
    today = timezone.localdate()
    if model:
        return initial_of(model, club=club or model.club, date=today)
    club = club or clubs[0]
    name = _("Club evening")
    return {**USUAL, "name": name, "date": today, "club": club.pk, "place": club.place}


def club_asked(request: Request, clubs: list[Club]) -> Club | None:
    wanted = request.GET.get("club")
    return next((each for each in clubs if str(each.pk) == wanted), None)


def model_of(request: Request, clubs: list[Club], former: list[Tournament]) -> Tournament | None:
    """The tournament that a new one is like: the one to be copied, or the club's last one."""
    code, club = request.GET.get("copy"), club_asked(request, clubs)
    last = next((each for each in former if club in (None, each.club)), None)
    return next((each for each in former if each.code == code), last)


@director_page
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    """The page of the settings that may still be changed."""
    form = settings_form(tournament, request.POST or None)
    if request.method == "POST" and save_settings(form, tournament, request):
        messages.success(request, _("Saved."))
        return redirect("manage_settings", tournament.code)
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(settings_form(tournament, None))
    return show_settings(request, tournament, form=form)


def settings_form(tournament: Tournament, data: QueryDict | None) -> SettingsForm:
    """The form, filled in with the settings that hold now."""
    initial = initial_of(tournament, seen=present_settings(tournament).seen)
    return SettingsForm(data, tournament=tournament, initial=initial)


def save_settings(
    form: SettingsForm, tournament: Tournament, request: Request
) -> Tournament | None:
    """Hand the changed settings on; a disabled field keeps what the tournament has."""
    fixed = {name: getattr(tournament, name) for name, f in form.fields.items() if f.disabled}
    return form.hand_to(change_settings, tournament=tournament, actor=request.user, **fixed)


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
        corrections_seen=present_corrections(tournament).seen,
        delete_form=delete_form or DeleteForm(tournament=tournament),
        State=Tournament.State,
    )


@require_POST
@director_page
def finish(request: Request, tournament: Tournament) -> HttpResponse:
    """Close the tournament and publish the seed of its cards."""
    minutes = minutes_of(request)
    attempt(
        request,
        lambda: finish_tournament(
            tournament=tournament, corrections_minutes=minutes, actor=request.user
        ),
        _("The tournament is finished. The final standings are published."),
    )
    return redirect("manage_tournament", tournament.code)


def minutes_of(request: Request) -> int | None:
    """How long corrections stay open; None until the release."""
    text = request.POST.get("corrections", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


@require_POST
@director_page
def official(request: Request, tournament: Tournament) -> HttpResponse:
    """Make the standings official now, or say until when corrections are open."""
    seen = request.POST.get("seen")
    if request.POST.get("do") == "release":
        attempt(
            request,
            lambda: release(tournament=tournament, seen=seen, actor=request.user),
            _("The standings are official."),
        )
    else:
        minutes = minutes_of(request)
        attempt(
            request,
            lambda: set_corrections(
                tournament=tournament, minutes=minutes, seen=seen, actor=request.user
            ),
            _("Saved."),
        )
    return redirect("manage_settings", tournament.code)


@require_POST
@director_page
def reopen(request: Request, tournament: Tournament) -> HttpResponse:
    """Take a finished tournament back into play."""
    late = "late" in request.POST
    attempt(
        request,
        lambda: reopen_tournament(tournament=tournament, late=late, actor=request.user),
        _("The tournament is open again. Finish it once more when everything is right."),
    )
    return redirect("manage_tournament", tournament.code)


@require_POST
@director_page
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    """Throw away a tournament without results."""
    form = DeleteForm(request.POST, tournament=tournament)
    gone = form.is_valid() and form.hand_to(lambda **values: delete_tournament(**values) or True)
    if gone:
        messages.success(request, _("“%s” is deleted.") % tournament.name)
        return redirect("manage_home")
    return show_settings(request, tournament, delete_form=form)
