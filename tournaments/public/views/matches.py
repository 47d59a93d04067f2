from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.matches import matches_by_round


def matches(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/matches.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "standings"),
            "rounds": matches_by_round(tournament),
        },
        title=_("Matches"),
    )
