"""The story of a tournament that is over."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.cash.selectors.prizes import announced_prizes
from tournaments.facts.log import last_late_correction
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import frame_of
from tournaments.public.selectors.picks import picked_team
from tournaments.public.selectors.stories import has_story, story_of


def story(request: HttpRequest, code: str) -> HttpResponse:
    """Who won and how; another pair may be followed on the chart, and one be put beside it."""
    tournament = public_tournament(request, code)
    if not has_story(tournament):
        return missing_page(
            request,
            tournament,
            _("This tournament is not over yet"),
            _("Its story is told once the director has finished it."),
        )
    own, beside = (picked_team(tournament, request.GET.get(name, "")) for name in ("team", "with"))
    return live_page(
        request,
        tournament,
        "tournaments/public/story.html",
        lambda: story_values(tournament, own, beside),
        kind=f"{own}|{beside}",
        title=_("The story"),
        frame="tournaments/public/story_page.html",
    )


def story_values(tournament: Tournament, own: int, beside: int) -> dict[str, object]:
    """The values of the page."""
    return {
        "tournament": tournament,
        "frame": frame_of(tournament, "story"),
        "story": story_of(tournament),
        "own": own,
        "beside": beside,
        "prizes": announced_prizes(tournament),
        "corrected_late": last_late_correction(tournament) if tournament.is_official else None,
        "is_final": True,
    }
