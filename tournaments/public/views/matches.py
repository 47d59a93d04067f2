"""All matches of a contest of teams, games or victory points."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.selectors.frames import frame_of
from tournaments.selectors.match_list import matches_by_round
from tournaments.views.public.pages import live_page, public_tournament


def matches(request: HttpRequest, code: str) -> HttpResponse:
    """What each match brought, round by round."""
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/matches.html",
        lambda: {
            "tournament": tournament,
            "frame": frame_of(tournament, "standings"),
            "rounds": matches_by_round(tournament),
        },
        title=_("Matches"),
    )
