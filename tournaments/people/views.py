"""People on the day: who leaves, does not come, comes late, is replaced or played for."""

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.changes.asking import ask, ask_for
from tournaments.changes.forms import FromRoundForm
from tournaments.desk.access import Request, director_page
from tournaments.desk.pages import show
from tournaments.entries.selectors.lineups import lineups_of
from tournaments.facts.formats import is_drawn_by_round
from tournaments.models import Team, Tournament
from tournaments.people.catalogue import PEOPLE, rounds_left, size_of
from tournaments.people.forms import LateForm
from tournaments.people.services.people import (
    join_late,
)
from tournaments.people.services.redraws import redraw_rest


@director_page
def people(request: Request, tournament: Tournament) -> HttpResponse:
    """Everybody who plays, to press on: what has happened to whom?"""
    teams = Team.objects.filter(tournament=tournament, number__isnull=False).order_by("number")
    return show(
        request,
        tournament,
        "people/people",
        part="teams",
        teams=teams.prefetch_related("team_players__player"),
        lineups=lineups_of(tournament),
        can_redraw=not is_drawn_by_round(tournament),
    )


@director_page
def person(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    """What has happened to this pair?"""
    team = team_or_404(tournament, team_id)
    substitutes = lineups_of(tournament).get(team.pk, [])
    return show(
        request,
        tournament,
        "people/person",
        part="teams",
        team=team,
        substitutes=substitutes,
        changes=[row for row in PEOPLE.values() if row.fits(team)],
    )


@director_page
def person_what(request: Request, tournament: Tournament, team_id: int, what: str) -> HttpResponse:
    """One thing that happened to a pair: its question, what it would do, the button."""
    if what not in PEOPLE:
        raise Http404
    team = team_or_404(tournament, team_id)
    frame = {
        "back": reverse("manage_people", args=[tournament.code]),
        "where": f"{team.number} {team.name}",
        "part": "teams",
    }
    return ask_for(request, tournament, PEOPLE[what], team, **frame)


def team_or_404(tournament: Tournament, team_id: int) -> Team:
    rows = Team.objects.filter(tournament=tournament, number__isnull=False)
    return get_object_or_404(rows.select_related("tournament__club"), pk=team_id)


@director_page
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


@director_page
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
