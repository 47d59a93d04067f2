from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.cash.selectors.prizes import announced_prizes
from tournaments.events.log import official_notes
from tournaments.models import Tournament
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.rounds import progress_of
from tournaments.public.selectors.stories import has_story
from tournaments.public.views.stories import STORY_FRAGMENT, redirect_with_query, story_page
from tournaments.registration.selectors import entry_status, shown_teams
from tournaments.standings.selectors import standings_of
from tournaments.state.formats import is_relay
from tournaments.state.scoring import has_match_scoring
from tournaments.state.visibility import PUBLISHED


def front(request: HttpRequest, code: str) -> HttpResponse:
    """Front page: standings until the end, then the story.

    Pages opened during play continue to fetch standings (``?fragment=1``): a story would not fit
    into them.
    """
    tournament = public_tournament(request, code)
    if has_story(tournament) and request.GET.get("fragment", STORY_FRAGMENT) == STORY_FRAGMENT:
        return story_page(request, tournament)
    return standings_page(request, tournament, is_front=True)


def standings(request: HttpRequest, code: str) -> HttpResponse:
    """Standings; redirects while they are the front page."""
    tournament = public_tournament(request, code)
    if has_story(tournament) or request.GET.get("fragment"):
        return standings_page(request, tournament)
    return redirect_with_query(request, "tournament", code)


def standings_page(
    request: HttpRequest, tournament: Tournament, *, is_front: bool = False
) -> HttpResponse:
    """Standings after the last complete round; before that the entrants."""
    category = request.GET.get("category", "")[:60]
    return live_page(
        request,
        tournament,
        "tournaments/public/standings.html",
        lambda: {**standings_values(tournament, category), "is_front": is_front},
        kind=category,
        title=_("Standings"),
    )


def standings_values(tournament: Tournament, category: str = "") -> dict[str, object]:
    whole = standings_of(tournament)
    categories = whole.categories
    category = category if category in categories else ""
    shown_standings = whole.of(category) if category else whole
    frame = page_header(tournament, "standings")
    is_published = tournament.state in PUBLISHED
    is_entry = tournament.state == Tournament.State.ENTRY
    running = frame.clock.round if frame.clock.state != "played" else 0
    return {
        "tournament": tournament,
        "frame": frame,
        "standings": shown_standings,
        "categories": categories,
        "category": category,
        **official_notes(tournament)._asdict(),
        "has_matches": has_match_scoring(tournament) or tournament.method.for_teams,
        "progress": progress_of(tournament, running) if running else (),
        "teams": () if shown_standings.lists else shown_teams(tournament),
        "entry": entry_status(tournament) if is_entry else None,
        "is_published": is_published,
        "is_relay": is_relay(tournament),
        "prizes": announced_prizes(tournament),
        "is_final": tournament.state == Tournament.State.FINISHED and shown_standings.is_fresh,
    }
