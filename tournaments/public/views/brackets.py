from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.draws.selectors.pools import pools_of
from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import Tournament
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.brackets import bracket_page
from tournaments.public.selectors.frames import page_header
from tournaments.state.formats import has_groups, is_bracket
from tournaments.state.visibility import PUBLISHED


def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """Bracket page."""
    tournament = public_tournament(request, code)
    if not is_bracket(tournament) or tournament.state not in PUBLISHED:
        raise Http404
    team = followed_team(request)
    return live_page(
        request,
        tournament,
        "tournaments/public/bracket.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "bracket"),
            "brackets": bracket_page(tournament, team),
            "teams": bracket_teams(tournament),
            "followed": next((e for e in bracket_teams(tournament) if e.number == team), None),
        },
        kind=str(team or ""),
        title=_("Bracket"),
        frame="tournaments/public/bracket_page.html",
    )


def followed_team(request: HttpRequest) -> int:
    """Number of the team to follow; 0 for none."""
    text = request.GET.get("team", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def bracket_teams(tournament: Tournament) -> list[TeamLine]:
    return list(teams_of(tournament).values())


def pools(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    if not has_groups(tournament) or tournament.state not in PUBLISHED:
        raise Http404
    return live_page(
        request,
        tournament,
        "tournaments/public/pools.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "pools"),
            "pools": pools_of(tournament),
        },
        title=_("Groups"),
    )
