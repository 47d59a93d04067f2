"""People on the day: who leaves, does not come, comes late, is replaced or played for."""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.changes import (
    FromRoundForm,
    LateForm,
    NewPairForm,
    PlainForm,
    SubstituteForm,
)
from tournaments.models import Team, Tournament
from tournaments.selectors.formats import is_drawn_by_round
from tournaments.selectors.people import lineups_of, players_in
from tournaments.selectors.visibility import open_round_number
from tournaments.services.entries import PLAYERS
from tournaments.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.services.redraws import redraw_rest
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.asking import ask
from tournaments.views.manage.pages import show


def rounds_left(tournament: Tournament, team: Team | None = None) -> tuple[list[int], int]:
    """The rounds to choose from, and the first in which nothing has been entered yet."""
    rounds = list(tournament.rounds.order_by("number").values_list("number", flat=True))
    begun = tournament.rounds.filter(sittings__plays__current__isnull=False)
    if team is not None:
        begun = begun.filter(sittings__seats__team=team)
    last = begun.order_by("-number").values_list("number", flat=True).first() or 0
    if not rounds:
        return [1], 1
    return rounds, min(last + 1, rounds[-1])


def size_of(tournament: Tournament) -> int:
    """How many players an entrant has at least."""
    return PLAYERS[tournament.unit][0]


@directed
def people(request: Request, tournament: Tournament) -> HttpResponse:
    """Everybody who plays, to press on: what has happened to whom?"""
    teams = Team.objects.filter(tournament=tournament, number__isnull=False).order_by("number")
    return show(
        request,
        tournament,
        "people",
        part="teams",
        teams=teams.prefetch_related("team_players__player"),
        lineups=lineups_of(tournament),
        can_redraw=not is_drawn_by_round(tournament),
    )


@directed
def person(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """What has happened to this pair?"""
    team = team_or_404(tournament, team_id)
    substitutes = lineups_of(tournament).get(team.pk, [])
    return show(request, tournament, "person", part="teams", team=team, substitutes=substitutes)


@directed
def person_what(request: Request, tournament: Tournament, team_id: int, what: str) -> HttpResponse:
    """One thing that happened to a pair: its question, what it would do, the button."""
    if what not in CHANGES:
        raise Http404
    team = team_or_404(tournament, team_id)
    frame = {
        "back": reverse("manage_people", args=[tournament.code]),
        "where": f"{team.number} {team.name}",
        "part": "teams",
    }
    return CHANGES[what](request, tournament, team, frame)


def team_or_404(tournament: Tournament, team_id: int) -> Team:
    rows = Team.objects.filter(tournament=tournament, number__isnull=False)
    return get_object_or_404(rows.select_related("tournament__club"), pk=team_id)


def leaves(
    request: Request, tournament: Tournament, team: Team, frame: dict[str, Any]
) -> HttpResponse:
    rounds, first = rounds_left(tournament, team)
    return ask(
        request, tournament,
        partial(FromRoundForm, rounds=rounds, first=first), withdraw_team,
        title=_("They leave"),
        lead=_(
            "The pair plays no more. Whoever would meet it sits out in that round; results that "
            "are there stay, and the pair keeps its place in the standings."
        ),
        verb=_("Take the pair out"), team=team, **frame,
    )  # fmt: skip


def absent(
    request: Request, tournament: Tournament, team: Team, frame: dict[str, Any]
) -> HttpResponse:
    return ask(
        request, tournament,
        PlainForm, partial(withdraw_team, team=team, from_round=1, no_show=True),
        title=_("They never came"),
        lead=_("The pair was drawn and never came. Whoever would meet it sits out."),
        verb=_("They did not come"), **frame,
    )  # fmt: skip


def replaced(
    request: Request, tournament: Tournament, team: Team, frame: dict[str, Any]
) -> HttpResponse:
    rounds, first = rounds_left(tournament, team)
    return ask(
        request, tournament,
        partial(NewPairForm, rounds=rounds, first=first, size=size_of(tournament)), replace_team,
        title=_("Others play in their place"),
        lead=_(
            "Two others take over all the seats that are left, as a pair of their own. Results "
            "that are there stay with those who played them."
        ),
        verb=_("Let the others play"), team=team, **frame,
    )  # fmt: skip


def substitute(
    request: Request, tournament: Tournament, team: Team, frame: dict[str, Any]
) -> HttpResponse:
    rounds, first = rounds_left(tournament, team)
    number = min(first, open_round_number(tournament) or first)
    make = partial(
        SubstituteForm, players=players_in(team, number, lineups_of(tournament)),
        rounds=rounds, first=number,
    )  # fmt: skip
    return ask(
        request, tournament, make, substitute_player,
        title=_("Somebody plays for one of them"),
        lead=_(
            "Somebody plays in a player’s place. The pair keeps its number and results; credit "
            "goes to whoever played."
        ),
        verb=_("Enter the substitute"), team=team, **frame,
    )  # fmt: skip


def returns(
    request: Request, tournament: Tournament, team: Team, frame: dict[str, Any]
) -> HttpResponse:
    rounds, first = rounds_left(tournament)
    return ask(
        request, tournament,
        partial(FromRoundForm, rounds=rounds, first=first),
        partial(join_late, tournament=tournament, team=team),
        title=_("They are back"),
        lead=_("The pair is back: it meets whoever sits out in the rounds that are left."),
        verb=_("Let them play again"), **frame,
    )  # fmt: skip


CHANGES = {
    "leaves": leaves,
    "absent": absent,
    "replaced": replaced,
    "substitute": substitute,
    "returns": returns,
}


@directed
def late(request: Request, tournament: Tournament) -> HttpResponse:
    """A pair comes after the draw."""
    rounds, first = rounds_left(tournament)
    waiting = Team.objects.filter(tournament=tournament, number__isnull=True)
    make = partial(
        LateForm,
        size=size_of(tournament),
        teams=list(waiting.order_by("entry_order")),
        rounds=rounds,
        first=first,
    )
    return ask(
        request, tournament, make, partial(join_late, tournament=tournament),
        title=_("A pair comes late"),
        lead=_("It takes the empty place: it meets whoever would sit out, on boards new to both."),
        verb=_("Let them play"), back=reverse("manage_people", args=[tournament.code]),
        part="teams",
    )  # fmt: skip


@directed
def redraw(request: Request, tournament: Tournament) -> HttpResponse:
    """The rounds that are left are drawn anew for those who are here."""
    rounds, first = rounds_left(tournament)
    return ask(
        request, tournament,
        partial(FromRoundForm, rounds=rounds, first=first),
        partial(redraw_rest, tournament=tournament),
        title=_("Draw the rounds that are left anew"),
        lead=_(
            "For those who take part now: by lot, nobody meets somebody again while that can be "
            "avoided, and every table plays the same boards in a round. Printed guide cards are no "
            "longer right."
        ),
        verb=_("Draw anew"), back=reverse("manage_draw", args=[tournament.code]), part="draw",
    )  # fmt: skip
