from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy

from games.wording.collation import sort_by_name
from tournaments.clubs.selectors import clubs_of
from tournaments.models import Club, Tournament
from tournaments.organiser.access import Request
from tournaments.rules.options import available_rules
from tournaments.setup.forms.club_defaults import usual_game
from tournaments.setup.forms.defaults import (
    Values,
    is_kind,
    kind_from,
    kind_of,
    last_of_kind,
    merge_submitted,
    scoring_for,
    usual_kind,
    usual_values,
    values_like,
)
from tournaments.setup.forms.new import NewTournamentForm
from tournaments.setup.selectors.my_tournaments import copyable_tournaments
from tournaments.setup.services.tournaments import create_tournament
from tournaments.setup.texts import KINDS

ENTER_NOW: dict[str, Any] = {
    Tournament.Unit.PAIR: gettext_lazy("The tournament has been created. Now enter the pairs."),
    Tournament.Unit.TEAM: gettext_lazy("The tournament has been created. Now enter the teams."),
    Tournament.Unit.PLAYER: gettext_lazy("The tournament has been created. Now enter the players."),
}


@login_required(login_url="account_signup")
def new(request: Request) -> HttpResponse:
    clubs = sort_by_name(clubs_of(request.user), lambda club: club.name)
    if not clubs:
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('manage_club_new')}?{query}")
    former = copyable_tournaments(clubs)
    form = new_form(request, clubs, former)
    if request.method == "POST" and "show" not in request.POST:
        like = source_tournament(request, form, former)
        tournament = form.submit_to(create_tournament, actor=request.user, like=like)
        if tournament:
            return redirect_to_next(request, tournament)
    context = {
        "form": form,
        "kinds": kind_options(form, former),
        "like": source_tournament(request, form, former),
        "former": former,
        "nav": "manage",
        "club": club_of(request, clubs),
        "club_name": club_of(request, clubs).name,
    }
    return render(request, "tournaments/setup/new.html", context)


def redirect_to_next(request: Request, made: Tournament) -> HttpResponse:
    if request.POST.get("then") == "rules":
        return redirect("manage_rules", made.code)
    messages.success(request, ENTER_NOW[made.unit])
    return redirect("manage_teams", made.code)


def new_form(request: Request, clubs: list[Club], former: list[Tournament]) -> NewTournamentForm:
    """The form with submitted values over defaults."""
    club = club_of(request, clubs)
    sent = request.POST
    kind = requested_kind(request, club, former)
    initial = first_values(request, club, kind, former)
    mine = clubs_of(request.user)
    key = str(sent.get("variant") or initial["variant"])
    initial = values_for_rules(initial, kind, key, clubs, former)
    if request.method != "POST":
        return NewTournamentForm(kind=kind, clubs=mine, initial=initial)
    was_kind = str(sent["was"]) if is_kind(sent.get("was")) else kind
    was_club = club_named(sent.get("was_club"), clubs) or club
    was = usual_values(was_club, was_kind, former)
    key = str(sent.get("was_variant") or was["variant"])
    was = values_for_rules(was, was_kind, key, clubs, former)
    shown = {"name": sent.get("was_name", ""), "scoring": sent.get("was_scoring", was["scoring"])}
    was = {**was, **shown} if "was" in sent else {}
    typed = {name: str(text).replace("\x00", "") for name, text in sent.items()}
    data = merge_submitted(typed, was, initial)
    data |= {"kind": kind, "club": typed.get("club") or str(club.pk)}
    if was and typed.get("scoring", was["scoring"]) == was["scoring"]:
        data["scoring"] = scoring_for(initial, data)
    if was and typed.get("name", "") in ("", was["name"]):
        data["name"] = NewTournamentForm(data, kind=kind, clubs=mine).proposed_name
    if sent.get("then") == "announce" or "is_public" in sent:
        data["is_public"] = "on"
    form = NewTournamentForm(data, kind=kind, clubs=mine, initial=initial)
    if "show" in sent:
        form.errors.clear()
    return form


def requested_kind(request: Request, club: Club, former: list[Tournament]) -> str:
    """The requested kind; by default the club's last."""
    values = request.POST if request.method == "POST" else request.GET
    if is_kind(values.get("kind")):
        return str(values["kind"])
    if request.method == "POST":
        return kind_from(values.get("unit", ""), values.get("cards", ""))
    if (model := copy_of(request, former)) is not None:
        return kind_of(model)
    return usual_kind([each for each in former if each.club_id == club.pk])


def first_values(
    request: Request, club: Club, kind: str, former: list[Tournament]
) -> dict[str, object]:
    """Defaults of a kind, or values of the copied tournament."""
    values = usual_values(club, kind, former)
    model = copy_of(request, former)
    if model is None or kind != kind_of(model):
        return values
    return {**values, **values_like(model), "date": values["date"], "is_public": False}


def values_for_rules(
    values: Values, kind: str, key: str, clubs: list[Club], former: list[Tournament]
) -> Values:
    """Add the usual values of the chosen rules (``key``) if they changed.

    A club that has played this kind with these rules retains its own defaults.
    """
    chosen_rules = next((each for each in available_rules(clubs, key) if each.key == key), None)
    values = {**values, "award": chosen_rules.variant.made_award if chosen_rules else ""}
    club = values["club"]
    has_played = any(each.club_id == club and kind_of(each) == kind for each in former)
    if has_played and key == values["variant"]:
        return values
    return {**values, **usual_game(chosen_rules.variant, kind)} if chosen_rules else values


def copy_of(request: Request, former: list[Tournament]) -> Tournament | None:
    code = request.GET.get("copy")
    return next((each for each in former if each.code == code), None)


def club_of(request: Request, clubs: list[Club]) -> Club:
    club_id = request.POST.get("club") or request.GET.get("club")
    return club_named(club_id, clubs) or clubs[0]


def club_named(wanted: str | None, clubs: list[Club]) -> Club | None:
    return next((each for each in clubs if str(each.pk) == wanted), None)


def source_tournament(
    request: Request, form: NewTournamentForm, former: list[Tournament]
) -> Tournament | None:
    """The tournament to copy: the requested one, or the last of this kind."""
    club = str(form["club"].value())
    mine = [each for each in former if str(each.club_id) == club]
    return copy_of(request, former) or last_of_kind(mine, form.chosen_kind)


def kind_options(form: NewTournamentForm, former: list[Tournament]) -> list[dict[str, object]]:
    club = str(form["club"].value())
    played = [kind_of(each) for each in former if str(each.club_id) == club]
    return [
        {
            "key": key,
            "name": words.name,
            "what": words.what,
            "times": played.count(key),
            "is_chosen": key == form.chosen_kind,
            "drawing": f"tournaments/setup/kinds/{key}.html",
        }
        for key, words in KINDS.items()
    ]
