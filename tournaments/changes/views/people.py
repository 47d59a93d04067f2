from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.changes.catalogue.evening import EVENING_CHANGES
from tournaments.changes.catalogue.people import PEOPLE_CHANGES
from tournaments.changes.questions import change_page_for
from tournaments.entries.selectors.lineups import lineups_of
from tournaments.entries.selectors.team_lines import stand_ins_of
from tournaments.models import Team, Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import show


@director_page
def people(request: Request, tournament: Tournament) -> HttpResponse:
    teams = Team.objects.filter(tournament=tournament, number__isnull=False).order_by("number")
    return show(
        request,
        tournament,
        "changes/people",
        part="teams",
        teams=teams.prefetch_related("team_players__player"),
        lineups=lineups_of(tournament),
        deeds=[row for row in EVENING_CHANGES.values() if row.fits(tournament)],
    )


@director_page
def person(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    team = team_or_404(tournament, team_id)
    return show(
        request,
        tournament,
        "changes/person",
        part="teams",
        team=team,
        stand_ins=stand_ins_of(tournament).get(team.pk, ()),
        changes=[row for row in PEOPLE_CHANGES.values() if row.fits(team)],
    )


@director_page
def person_change(
    request: Request, tournament: Tournament, team_id: int, what: str
) -> HttpResponse:
    if what not in PEOPLE_CHANGES:
        raise Http404
    team = team_or_404(tournament, team_id)
    frame = {
        "back": reverse("manage_people", args=[tournament.code]),
        "where": f"{team.number} {team.name}",
        "part": "teams",
    }
    return change_page_for(request, tournament, PEOPLE_CHANGES[what], team, **frame)


def team_or_404(tournament: Tournament, team_id: int) -> Team:
    rows = Team.objects.filter(tournament=tournament, number__isnull=False)
    return get_object_or_404(rows.select_related("tournament__club"), pk=team_id)


@director_page
def evening_change(request: Request, tournament: Tournament, what: str) -> HttpResponse:
    if what not in EVENING_CHANGES:
        raise Http404
    back = reverse("manage_people", args=[tournament.code])
    return change_page_for(
        request, tournament, EVENING_CHANGES[what], tournament, back=back, part="teams"
    )
