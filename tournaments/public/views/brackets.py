"""Knock-out brackets and groups."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.selectors.bracket_page import bracket_page
from tournaments.selectors.formats import BRACKETS
from tournaments.selectors.frames import frame_of
from tournaments.selectors.pools import POOLS, pools_of
from tournaments.selectors.rounds import PUBLISHED
from tournaments.views.public.pages import live_page, public_tournament


def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """Who meets whom in the knock-out, and who went on."""
    tournament = public_tournament(request, code)
    if tournament.movement_kind not in BRACKETS or tournament.state not in PUBLISHED:
        raise Http404
    return live_page(
        request,
        tournament,
        "tournaments/public/bracket.html",
        lambda: {
            "tournament": tournament,
            "frame": frame_of(tournament, "bracket"),
            "brackets": bracket_page(tournament),
        },
        title=_("Bracket"),
    )


def pools(request: HttpRequest, code: str) -> HttpResponse:
    """The groups with their places."""
    tournament = public_tournament(request, code)
    if tournament.movement_kind != POOLS or tournament.state not in PUBLISHED:
        raise Http404
    return live_page(
        request,
        tournament,
        "tournaments/public/pools.html",
        lambda: {
            "tournament": tournament,
            "frame": frame_of(tournament, "pools"),
            "pools": pools_of(tournament),
        },
        title=_("Groups"),
    )
