"""The front page of a tournament: who stands where."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.movements.teams import RELAYS
from tournaments.selectors.frames import frame_of
from tournaments.selectors.log import corrected_late
from tournaments.selectors.rounds import PUBLISHED, progress_of
from tournaments.selectors.scoring import matches_count, method_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.team_lines import entered_teams
from tournaments.views.public.pages import live_page, public_tournament


def standings(request: HttpRequest, code: str) -> HttpResponse:
    """The standings after the last complete round; before it, who takes part."""
    tournament = public_tournament(request, code)
    category = request.GET.get("category", "")[:60]
    return live_page(
        request,
        tournament,
        "tournaments/public/standings.html",
        lambda: standings_values(tournament, category),
        kind=category,
        title=_("Standings"),
    )


def standings_values(tournament: Tournament, category: str = "") -> dict[str, Any]:
    """What the standings page shows, of everybody or of one category."""
    whole = standings_of(tournament)
    categories = whole.categories
    category = category if category in categories else ""
    found = whole.of(category) if category else whole
    frame = frame_of(tournament, "standings")
    is_published = tournament.state in PUBLISHED
    running = frame.clock.round if frame.clock.state != "played" else 0
    return {
        "tournament": tournament,
        "frame": frame,
        "standings": found,
        "categories": categories,
        "category": category,
        "corrected_late": corrected_late(tournament) if tournament.is_official else None,
        "has_matches": matches_count(tournament) or method_of(tournament).for_teams,
        "progress": progress_of(tournament, running) if running else (),
        "teams": () if found.lists else entered_teams(tournament),
        "is_published": is_published,
        "is_relay": tournament.movement_kind in RELAYS,
        "is_final": tournament.state == Tournament.State.FINISHED and found.is_fresh,
    }
