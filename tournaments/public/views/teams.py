from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.entries.selectors.team_lines import teams_of
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.careers import career_of
from tournaments.public.selectors.picks import picked_team
from tournaments.public.selectors.summaries import summary_of
from tournaments.state.visibility import PUBLISHED


def team(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = public_tournament(request, code)
    known = next((team for team in teams_of(tournament).values() if team.number == number), None)
    if known is None or tournament.state not in PUBLISHED:
        return missing_page(
            request,
            tournament,
            _("There is no pair %(number)d in this tournament") % {"number": number},
            _("Pairs get their numbers when the tournament is drawn."),
        )
    beside = picked_team(tournament, request.GET.get("with", ""))
    every_round = request.GET.get("rounds") == "all"
    return live_page(
        request,
        tournament,
        "tournaments/public/team.html",
        lambda: team_values(tournament, number, beside, every_round=every_round),
        kind=f"with {beside}{' all' if every_round else ''}",
        title=known.name,
        follows="settled",
    )


def team_values(
    tournament: Tournament, number: int, beside: int, *, every_round: bool
) -> dict[str, object]:
    """Context of a team's page, optionally compared with another."""
    career = career_of(tournament, number)
    is_over = tournament.state == Tournament.State.FINISHED
    return {
        "tournament": tournament,
        "career": career,
        "summary": summary_of(career, tournament) if career else None,
        "beside": beside,
        "far": career.far_rounds(is_over=is_over) if career and not every_round else None,
    }
