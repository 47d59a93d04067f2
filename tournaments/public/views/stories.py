from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.cash.selectors.prizes import announced_prizes
from tournaments.events.log import official_notes
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.picks import picked_team
from tournaments.public.selectors.stories import has_story, story_of
from tournaments.public.selectors.versions import corrections_since_end

STORY_FRAGMENT = "story"
"""``?fragment=`` of an open story page: during play its URL had another body."""


def story(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect from the story's former address."""
    tournament = public_tournament(request, code)
    if not has_story(tournament):
        return missing_page(
            request,
            tournament,
            _("This tournament is not over yet"),
            _("Its report appears once the director has finished it."),
        )
    if request.GET.get("fragment"):
        return story_page(request, tournament)
    return redirect_with_query(request, "tournament", code)


def story_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Story page; another pair can be followed or compared on the chart."""
    own, beside = (picked_team(tournament, request.GET.get(name, "")) for name in ("team", "with"))
    return live_page(
        request,
        tournament,
        "tournaments/public/story.html",
        lambda: story_values(tournament, own, beside),
        kind=f"{own}|{beside}",
        title=_("The story"),
        frame="tournaments/public/story_page.html",
        around={"part": STORY_FRAGMENT},
    )


def redirect_with_query(request: HttpRequest, name: str, code: str) -> HttpResponse:
    """Redirect with the query string."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{reverse(name, args=[code])}{'?' if query else ''}{query}")


def story_values(tournament: Tournament, own: int, beside: int) -> dict[str, object]:
    return {
        "tournament": tournament,
        "frame": page_header(tournament, "story"),
        "story": story_of(tournament),
        "own": own,
        "beside": beside,
        "prizes": announced_prizes(tournament),
        **official_notes(tournament)._asdict(),
        "corrections": corrections_since_end(tournament),
        "is_final": True,
    }
