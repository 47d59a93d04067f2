"""Facts behind page texts: stories, reasons, club pages, compared simulations."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from api.declarative import OperationSpec, ResourceSpec, api_path, club_or_404
from api.serializers.club_pages import ClubPageSerializer
from api.serializers.explanations import WhyBoardSerializer, WhyTeamSerializer
from api.serializers.simulations import ComparedSimulationsSerializer
from api.serializers.stories import StorySerializer
from api.views.tournament_admin import CODE
from games.models import Simulation
from games.simulations.selectors.compared import SimulationComparison, compare_two
from games.simulations.selectors.progress import tally_of
from tournaments.cash.selectors.prizes import announced_prizes
from tournaments.events.log import official_notes
from tournaments.models import Club, Tournament
from tournaments.public.selectors.stories import story_of
from tournaments.public.selectors.versions import corrections_since_end
from tournaments.public.selectors.why import WhyBoard, WhyTeam, why_board, why_team
from tournaments.site.selectors.club_page import ClubPage, club_page

PUBLIC: Final = ResourceSpec(may="")


def club_page_or_404(club: Club) -> ClubPage:
    page = club_page(club, timezone.localdate())
    if page is None:
        raise Http404
    return page


def story_or_404(tournament: Tournament) -> dict[str, object]:
    story = story_of(tournament)
    if story is None:
        raise Http404
    return {
        "story": story,
        "prizes": announced_prizes(tournament),
        "corrections": corrections_since_end(tournament),
        **official_notes(tournament)._asdict(),
    }


def explain_rank(tournament: Tournament, number: int) -> WhyTeam:
    explanation = why_team(tournament, number)
    if explanation is None:
        raise Http404
    return explanation


def explain_figure(tournament: Tournament, play_id: int, side: str) -> WhyBoard:
    explanation = why_board(tournament, play_id, side.lower())
    if explanation is None:
        raise Http404
    return explanation


def compare_simulations(share: str, other: str) -> SimulationComparison:
    """Two simulations compared; Http404 until both have results."""
    first, second = (get_object_or_404(Simulation, share=each) for each in (share, other))
    tallies = tally_of(first), tally_of(second)
    if not all(tally.deals for tally in tallies):
        raise Http404
    return compare_two((first, tallies[0]), (second, tallies[1]))


ADDRESSES: Final = [
    api_path(
        "clubs/<int:club_id>/",
        "api_club",
        ResourceSpec(root=club_or_404, may=""),
        get=OperationSpec(
            does=club_page_or_404,
            gives=ClubPageSerializer,
            words="A club that has published something: what comes, who won, its players.",
        ),
    ),
    api_path(
        f"{CODE}story/",
        "api_story",
        PUBLIC,
        get=OperationSpec(
            does=story_or_404,
            gives=StorySerializer,
            words="How a tournament went, once it is over.",
        ),
    ),
    api_path(
        f"{CODE}entrants/<int:number>/reasons/",
        "api_why_team",
        PUBLIC,
        get=OperationSpec(
            does=explain_rank,
            gives=WhyTeamSerializer,
            words="Why a team, by its number, has its place.",
        ),
    ),
    api_path(
        f"{CODE}plays/<int:play_id>/reasons/<slug:side>/",
        "api_why_board",
        PUBLIC,
        get=OperationSpec(
            does=explain_figure,
            gives=WhyBoardSerializer,
            words="Why a side, `NS` or `EW`, has its figure on a board that is over.",
        ),
    ),
    api_path(
        "simulations/<slug:share>/with/<slug:other>/",
        "api_simulation_with",
        ResourceSpec(root=None, may=""),
        get=OperationSpec(
            does=compare_simulations,
            gives=ComparedSimulationsSerializer,
            words="Two simulations that have played, and whether chance alone parts them.",
        ),
    ),
]
