"""Knock-out brackets and groups."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.facts.formats import has_groups, is_bracket
from tournaments.facts.visibility import PUBLISHED
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.brackets import bracket_page
from tournaments.public.selectors.frames import frame_of
from tournaments.rounds.selectors.pools import pools_of


def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a knock-out: the matches, and who went on."""
    tournament = public_tournament(request, code)
    if not is_bracket(tournament) or tournament.state not in PUBLISHED:
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
    if not has_groups(tournament) or tournament.state not in PUBLISHED:
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
