"""Who takes part: enter, check in, rename, take out."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.desk.access import Request, attempt, director_page
from tournaments.desk.pages import show
from tournaments.entries.forms.details import DetailsForm
from tournaments.entries.forms.entries import (
    FIELDS,
    EntryForm,
    ListForm,
    NamedEntryForm,
    again,
    problem_words,
)
from tournaments.entries.selectors.attendance import attendance, entered_names, suggested_players
from tournaments.entries.services.details import describe_team
from tournaments.entries.services.entries import (
    add_team,
    add_teams,
    remove_team,
    rename_team,
    set_all_present,
    set_present,
    title_of,
)
from tournaments.facts.present import present_names
from tournaments.models import Team, Tournament


@director_page
def teams(request: Request, tournament: Tournament) -> HttpResponse:
    """The pairs with their presence, and the form for the next one."""
    form = EntryForm(request.POST or None, unit=tournament.unit)
    if request.method == "POST":
        team = form.hand_to(add_team, tournament=tournament, actor=request.user)
        if team:
            messages.success(request, _("Entered: %s") % team.name)
            return redirect(f"{request.path}#id_first")
    return show_teams(request, tournament, form)


def show_teams(request: Request, tournament: Tournament, form: EntryForm) -> HttpResponse:
    only_missing = request.GET.get("show") == "missing"
    return show(
        request,
        tournament,
        "entries/teams",
        part="teams",
        form=form,
        list_form=ListForm(unit=tournament.unit),
        attendance=attendance(tournament, only_missing=only_missing),
        only_missing=only_missing,
        is_open=tournament.state == Tournament.State.ENTRY,
    )


@director_page
def teams_list(request: Request, tournament: Tournament) -> HttpResponse:
    """Preview a pasted or uploaded list; enter its good rows when it was confirmed."""
    if request.method != "POST":  # after a change of language, or from the browser's history
        return redirect("manage_teams", tournament.code)
    form = ListForm(request.POST, files=request.FILES, unit=tournament.unit)
    if not form.is_valid():
        return show_list(request, tournament, form)
    rows = form.rows(entered_names(tournament))
    good = [row.names for row in rows if row.problem is None]
    if not good or "enter" not in request.POST or not form.is_confirmed():
        return show_list(request, tournament, form)
    done = entered_words(tournament.unit, len(good))
    if not attempt(
        request,
        lambda: add_teams(tournament=tournament, teams=good, actor=request.user),
        done,
    ):
        return show_list(request, tournament, form)
    left = [row for row in rows if row.problem is not None]
    if not left:
        return redirect("manage_teams", tournament.code)
    rest = ListForm({"text": "\n".join(row.text for row in left)}, unit=tournament.unit)
    rest.is_valid()
    return show_list(request, tournament, rest)


def entered_words(unit: str, count: int) -> str:
    """How many were entered, by what they are."""
    words = {
        "team": ngettext("%d team entered.", "%d teams entered.", count),
        "player": ngettext("%d player entered.", "%d players entered.", count),
    }
    return words.get(unit, ngettext("%d pair entered.", "%d pairs entered.", count)) % count


def show_list(request: Request, tournament: Tournament, form: ListForm) -> HttpResponse:
    """What was understood of a list, row by row, above the text it came from."""
    rows = form.rows(entered_names(tournament)) if form.is_valid() else []
    good = sum(row.problem is None for row in rows)
    return show(
        request,
        tournament,
        "entries/teams_list",
        part="teams",
        status=200 if form.is_valid() else 422,
        form=again(form.cleaned_data["text"], tournament.unit) if form.is_valid() else form,
        rows=[(row, problem_words(row, tournament.unit)) for row in rows],
        good=good,
        wrong=len(rows) - good,
    )


@require_POST
@director_page
def presence(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """Check a pair in or out; htmx is given the list alone."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    there = request.POST.get("present") == "1"
    attempt(request, lambda: set_present(team=team, is_present=there, actor=request.user))
    return attendance_list(request, tournament)


@require_POST
@director_page
def presence_all(request: Request, tournament: Tournament) -> HttpResponse:
    """Check everybody in, or everybody out before the evening."""
    there = request.POST.get("present") == "1"
    attempt(
        request,
        lambda: set_all_present(tournament=tournament, is_present=there, actor=request.user),
    )
    return attendance_list(request, tournament)


def attendance_list(request: Request, tournament: Tournament) -> HttpResponse:
    only_missing = request.POST.get("show") == "missing"
    if not request.headers.get("HX-Request"):
        response = redirect("manage_teams", tournament.code)
        response["Location"] += "?show=missing" if only_missing else ""
        return response
    return show(
        request,
        tournament,
        "entries/teams_attendance",
        attendance=attendance(tournament, only_missing=only_missing),
        only_missing=only_missing,
        is_open=True,
    )


@director_page
def team(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """Correct the names of a pair, at any time; say more about it."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    posted = request.POST or None
    about = posted if posted and "details" in posted else None
    form = named_form(tournament, team, None if about else posted)
    details = details_form(tournament, team, about)
    service, sent = (describe_team, details) if about else (rename_team, form)
    if posted and sent.hand_to(service, team=team, actor=request.user):
        messages.success(request, _("Saved."))
        return redirect("manage_teams", tournament.code)
    team.refresh_from_db()
    if sent.conflict:
        sent.compare((details_form if about else named_form)(tournament, team, None))
    return show(
        request,
        tournament,
        "entries/team",
        part="teams",
        form=form,
        details=details,
        team=team,
        is_open=tournament.state == Tournament.State.ENTRY,
    )


def named_form(tournament: Tournament, team: Team, data: QueryDict | None) -> NamedEntryForm:
    """The form of a pair's names, filled in with what it is called now."""
    players = [row.player.name for row in team.team_players.select_related("player")]
    joined = " – ".join(players)
    name = "" if team.name in (joined, title_of("", players)) else team.name
    initial = {
        **dict(zip(FIELDS, players, strict=False)),
        "name": name,
        "seen": present_names(team).seen,
    }
    return NamedEntryForm(data, initial=initial, unit=tournament.unit)


def details_form(tournament: Tournament, team: Team, data: QueryDict | None) -> DetailsForm:
    return DetailsForm(data, team=team, is_official=tournament.is_official)


@require_POST
@director_page
def team_remove(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """Take a pair out before the draw."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    attempt(
        request,
        lambda: remove_team(team=team, actor=request.user),
        _("Taken out: %s") % team.name,
    )
    return redirect("manage_teams", tournament.code)


@director_page
def players(request: Request, tournament: Tournament) -> JsonResponse:
    """Known players for what has been typed so far."""
    return JsonResponse({"names": suggested_players(tournament, request.GET.get("q", "")[:90])})
