from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.clubs.selectors import unknown_but_near
from tournaments.entries.forms.details import CategoriesForm, DetailsForm
from tournaments.entries.forms.entries import (
    FIELDS,
    EntryForm,
    ListForm,
    NamedEntryForm,
    confirmation_form,
    problem_words,
)
from tournaments.entries.lists import text_to_correct
from tournaments.entries.rows import Row
from tournaments.entries.selectors.attendance import (
    attendance,
    entered_names,
    suggested_players,
    undrawable_texts,
)
from tournaments.entries.services.details import describe_team, set_categories
from tournaments.entries.services.entries import (
    add_team,
    add_teams,
    remove_team,
    rename_team,
    set_all_present,
    set_present,
)
from tournaments.entries.team_names import default_titles
from tournaments.models import Team, Tournament
from tournaments.organiser.access import Request, director_page, page_for, run_with_message
from tournaments.organiser.pages import show
from tournaments.state.version_tokens import names_state


@director_page
def teams(request: Request, tournament: Tournament) -> HttpResponse:
    form = EntryForm(request.POST or None, unit=tournament.unit)
    if request.method == "POST":
        team = form.submit_to(add_team, tournament=tournament, actor=request.user)
        if team:
            messages.success(request, _("Entered: %s") % team.name)
            return redirect(f"{request.path}#id_first")
    return show_teams(request, tournament, form)


def show_teams(request: Request, tournament: Tournament, form: EntryForm) -> HttpResponse:
    only_missing = request.GET.get("show") == "missing"
    entered = attendance(tournament, only_missing=only_missing)
    return show(
        request,
        tournament,
        "entries/teams",
        part="teams",
        form=form,
        list_form=ListForm(unit=tournament.unit),
        attendance=entered,
        undrawable=undrawable_texts(tournament),
        only_missing=only_missing,
        is_open=tournament.state == Tournament.State.ENTRY,
    )


AfterEntry = Callable[..., bool]
"""Processes payment marks; injected by the till, a higher layer."""


AfterRemoval = Callable[..., Iterable[object]]
"""Fills a free place; injected by registration, a higher layer."""


class ListFeesFormProtocol(Protocol):
    """Fee form of a list with payments; ``wanted`` is the parsed value."""

    wanted: object
    is_bound: bool

    def is_valid(self) -> bool: ...


FeeFormFactory = Callable[[Tournament, QueryDict], ListFeesFormProtocol | None]


@director_page
def teams_list(
    request: Request, tournament: Tournament, after: AfterEntry, ask: FeeFormFactory
) -> HttpResponse:
    """Preview a list; once confirmed, enter its valid rows."""
    if request.method != "POST":  # after a language change, or from browser history
        return redirect("manage_teams", tournament.code)
    form = ListForm(request.POST, files=request.FILES, unit=tournament.unit)
    if not form.is_valid():
        return show_list(request, tournament, form)
    rows = form.rows(entered_names(tournament))
    good = [row for row in rows if row.problem is None]
    is_paid = any(row.marks.is_about_money for row in good)
    fees = ask(tournament, request.POST) if is_paid else None
    is_right = fees is None or not fees.is_bound or fees.is_valid()
    if not good or "enter" not in request.POST or not form.is_confirmed() or not is_right:
        return show_list(request, tournament, form, fees)
    after = partial(after, fees=fees.wanted) if fees and fees.is_bound else after
    done = entered_words(tournament.unit, len(good))
    if not run_with_message(
        request,
        lambda: enter_rows(request, tournament, good, after, form.people),
        done,
    ):
        return show_list(request, tournament, form, fees)
    left = [row for row in rows if row.problem is not None]
    if not left:
        page = "manage_draw" if request.POST["enter"] == "draw" else "manage_teams"
        return redirect(page, tournament.code)
    rest = ListForm({"text": text_to_correct(left)}, unit=tournament.unit)
    rest.is_valid()
    return show_list(request, tournament, rest)


def enter_rows(
    request: Request,
    tournament: Tournament,
    rows: Sequence[Row],
    after: AfterEntry,
    people: Mapping[str, str],
) -> None:
    teams = add_teams(
        tournament=tournament,
        teams=[row.names for row in rows],
        names=[row.title for row in rows],
        remarks=[row.marks.remark for row in rows],
        people=people,
        actor=request.user,
    )
    entered = list(zip(teams, [row.marks for row in rows], strict=True))
    if not after(tournament=tournament, entered=entered, actor=request.user):
        messages.warning(
            request,
            _("Some marks of payment were left out: set the fees and their kinds first."),
        )


def entered_words(unit: str, count: int) -> str:
    words = {
        "team": ngettext("%d team entered.", "%d teams entered.", count),
        "player": ngettext("%d player entered.", "%d players entered.", count),
    }
    return words.get(unit, ngettext("%d pair entered.", "%d pairs entered.", count)) % count


def show_list(
    request: Request,
    tournament: Tournament,
    form: ListForm,
    fees: ListFeesFormProtocol | None = None,
) -> HttpResponse:
    rows = form.rows(entered_names(tournament)) if form.is_valid() else []
    good = sum(row.problem is None for row in rows)
    names = [name for row in rows if row.problem is None for name in row.names]
    return show(
        request,
        tournament,
        "entries/teams_list",
        part="teams",
        status=200 if form.is_valid() else 422,
        form=confirmation_form(form.cleaned_data["text"], tournament.unit)
        if form.is_valid()
        else form,
        rows=[(row, problem_words(row, tournament.unit)) for row in rows],
        good=good,
        wrong=len(rows) - good,
        fees=fees,
        near=unknown_but_near(tournament.club, names),
    )


@require_POST
@director_page
def presence(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """Set presence; htmx gets only the list."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    there = request.POST.get("present") == "1"
    run_with_message(request, lambda: set_present(team=team, is_present=there, actor=request.user))
    return attendance_list(request, tournament)


@require_POST
@director_page
def presence_all(request: Request, tournament: Tournament) -> HttpResponse:
    there = request.POST.get("present") == "1"
    run_with_message(
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
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    posted = request.POST or None
    about = posted if posted and "details" in posted else None
    form = named_form(tournament, team, None if about else posted)
    details = details_form(tournament, team, about)
    service, sent = (describe_team, details) if about else (rename_team, form)
    if posted and sent.submit_to(service, team=team, actor=request.user):
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
    players = [row.player.name for row in team.team_players.select_related("player")]
    name = "" if team.name in default_titles(players) else team.name
    initial = {
        **dict(zip(FIELDS, players, strict=False)),
        "name": name,
        "seen": names_state(team).seen,
    }
    return NamedEntryForm(data, initial=initial, unit=tournament.unit)


def details_form(tournament: Tournament, team: Team, data: QueryDict | None) -> DetailsForm:
    return DetailsForm(data, team=team, is_official=tournament.is_official)


@director_page
def categories(request: Request, tournament: Tournament) -> HttpResponse:
    form = CategoriesForm(request.POST or None, tournament=tournament)
    if request.method == "POST":
        count = form.submit_to(set_categories, tournament=tournament, actor=request.user)
        if count is not None:
            messages.success(request, _("Saved."))
            return redirect("manage_categories", tournament.code)
    return show(request, tournament, "entries/categories", part="teams", form=form)


@require_POST
@director_page
def team_remove(
    request: Request, tournament: Tournament, team_id: int, after: AfterRemoval
) -> HttpResponse:
    """Remove a pair before the draw; the waiting list can move up."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    gone = run_with_message(
        request,
        lambda: remove_team(team=team, actor=request.user),
        _("Taken out: %s") % team.name,
    )
    for moved in after(tournament=tournament, actor=request.user) if gone else ():
        messages.success(request, _("Moved up from the waiting list: %s") % moved)
    return redirect("manage_teams", tournament.code)


@page_for("tournaments.take_money")
def players(request: Request, tournament: Tournament) -> JsonResponse:
    return JsonResponse({"names": suggested_players(tournament, request.GET.get("q", "")[:90])})
