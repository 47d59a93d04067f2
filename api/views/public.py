"""Public data of tournaments, clubs and players."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404

from api.declarative import OperationSpec, ResourceSpec, api_path, club_or_404
from api.serializers.deals import DealRecordSerializer
from api.serializers.public_pages import (
    BracketSerializer,
    FairnessSerializer,
    MatchesOfRoundSerializer,
    PoolSerializer,
    TableSerializer,
    VersionLineSerializer,
    VersionPageSerializer,
)
from api.serializers.tournaments import ClubSerializer
from api.views.tournament_admin import CODE
from games.wording.collation import sort_by_name
from tournaments.draws.selectors.fairness import deals_text, fairness_of
from tournaments.draws.selectors.pools import Pool, pools_of
from tournaments.exports.tables import Table
from tournaments.models import Club, Player, Tournament
from tournaments.public.selectors.brackets import BracketView, bracket_page
from tournaments.public.selectors.careers import career_of
from tournaments.public.selectors.hands import deal_records, hands_of
from tournaments.public.selectors.heatmaps import heat_map
from tournaments.public.selectors.matches import matches_by_round
from tournaments.public.selectors.versions import (
    VersionPage,
    last_after_round,
    version_lines,
    version_page,
)
from tournaments.public.tables.heat import heat_table
from tournaments.public.tables.teams import team_table
from tournaments.site.selectors.archive import (
    choices_of,
    past_tournaments,
    with_entrants,
    with_their_winners,
)
from tournaments.site.selectors.directory import listed_clubs
from tournaments.site.selectors.players import evenings_of
from tournaments.site.tables import archive_table, evenings_table
from tournaments.state.formats import has_groups, is_bracket
from tournaments.state.visibility import PUBLISHED

PUBLIC: Final = ResourceSpec(may="")


def brackets_of(tournament: Tournament) -> list[BracketView]:
    if not is_bracket(tournament) or tournament.state not in PUBLISHED:
        raise Http404
    return bracket_page(tournament)


def groups_of(tournament: Tournament) -> list[Pool]:
    if not has_groups(tournament) or tournament.state not in PUBLISHED:
        raise Http404
    return pools_of(tournament)


def rounds_with_matches(tournament: Tournament) -> list[dict[str, object]]:
    rounds = matches_by_round(tournament)
    return [{"round": number, "matches": rounds[number]} for number in sorted(rounds)]


def version_or_404(tournament: Tournament, number: int) -> VersionPage:
    page = version_page(tournament, number)
    if page is None:
        raise Http404
    return page


def version_after(tournament: Tournament, number: int) -> VersionPage:
    """The last standings after this many rounds; Http404 if none."""
    version_number = last_after_round(tournament, number)
    if version_number is None:
        raise Http404
    return version_or_404(tournament, version_number)


def figures_or_404(tournament: Tournament) -> Table:
    """Everyone's figure on each finished board; Http404 before there is one."""
    page = heat_map(tournament)
    if page is None:
        raise Http404
    return heat_table(tournament, page)


def boards_of_team(tournament: Tournament, number: int) -> Table:
    career = career_of(tournament, number)
    if career is None:
        raise Http404
    return team_table(tournament, career)


def checked_deals(tournament: Tournament) -> dict[str, object]:
    """How the cards were dealt; with a prepared set's text once the seed is public."""
    fairness = fairness_of(tournament)
    is_told = tournament.deal_set_id is not None and tournament.seed_is_public
    names = ("seed_hash", "seed", "hash_fits", "is_fair", "packs")
    payload: dict[str, object] = {name: getattr(fairness, name) for name in names}
    return {**payload, "deals_text": deals_text(tournament) if is_told else ""}


def archive_of(club: Club) -> Table:
    if not choices_of(club).all:
        raise Http404
    return archive_table(club, with_their_winners(with_entrants(past_tournaments(club))))


def evenings_or_404(player_id: int) -> Table:
    row = get_object_or_404(Player.everyone.select_related("club"), pk=player_id)
    evenings = evenings_of(row.current)
    if not evenings.nights:
        raise Http404
    return evenings_table(evenings)


ADDRESSES: Final = [
    api_path(
        f"{CODE}brackets/",
        "api_brackets",
        PUBLIC,
        get=OperationSpec(
            does=brackets_of,
            gives=BracketSerializer,
            many=True,
            words="The brackets of a knock-out: the matches, and who went on.",
        ),
    ),
    api_path(
        f"{CODE}groups/",
        "api_groups",
        PUBLIC,
        get=OperationSpec(
            does=groups_of,
            gives=PoolSerializer,
            many=True,
            words="The groups with their places.",
        ),
    ),
    api_path(
        f"{CODE}matches/",
        "api_matches",
        PUBLIC,
        get=OperationSpec(
            does=rounds_with_matches,
            gives=MatchesOfRoundSerializer,
            many=True,
            words="All matches of a contest of teams, games or victory points, by round.",
        ),
    ),
    api_path(
        f"{CODE}standings/versions/",
        "api_standings_versions",
        PUBLIC,
        get=OperationSpec(
            does=version_lines,
            gives=VersionLineSerializer,
            many=True,
            words="All standings that were ever shown, the newest first.",
        ),
    ),
    api_path(
        f"{CODE}standings/versions/<int:number>/",
        "api_standings_version",
        PUBLIC,
        get=OperationSpec(
            does=version_or_404,
            gives=VersionPageSerializer,
            words="Standings as they were shown, and what moved.",
        ),
    ),
    api_path(
        f"{CODE}standings/rounds/<int:number>/",
        "api_standings_after",
        PUBLIC,
        get=OperationSpec(
            does=version_after,
            gives=VersionPageSerializer,
            words="The last standings that counted so many rounds.",
        ),
    ),
    api_path(
        f"{CODE}figures/",
        "api_figures",
        PUBLIC,
        get=OperationSpec(
            does=figures_or_404,
            gives=TableSerializer,
            words="What everybody made of each board that is over.",
        ),
    ),
    api_path(
        f"{CODE}hands/",
        "api_hands",
        PUBLIC,
        get=OperationSpec(
            does=lambda tournament: deal_records(hands_of(tournament)),
            gives=DealRecordSerializer,
            many=True,
            words="The deals of the boards that are over, as docs/deal-record.md writes them.",
        ),
    ),
    api_path(
        f"{CODE}entrants/<int:number>/boards/",
        "api_boards_of_team",
        PUBLIC,
        get=OperationSpec(
            does=boards_of_team,
            gives=TableSerializer,
            words="A team's boards, by its number, from its own side.",
        ),
    ),
    api_path(
        f"{CODE}fairness/",
        "api_fairness",
        PUBLIC,
        get=OperationSpec(
            does=checked_deals,
            gives=FairnessSerializer,
            words="How the cards were dealt; at the end everything to check it.",
        ),
    ),
    api_path(
        "clubs/<int:club_id>/archive/",
        "api_archive",
        ResourceSpec(root=club_or_404, may=""),
        get=OperationSpec(
            does=archive_of,
            gives=TableSerializer,
            words="What was played in a club, the newest first.",
        ),
    ),
    api_path(
        "players/<int:player_id>/evenings/",
        "api_evenings",
        ResourceSpec(root=None, may=""),
        get=OperationSpec(
            does=evenings_or_404,
            gives=TableSerializer,
            words="A player's finished public tournaments, and how they went.",
        ),
    ),
]


def clubs_by_name() -> list[Club]:
    return sort_by_name(listed_clubs(), lambda club: club.name)


LISTED: Final = OperationSpec(
    does=clubs_by_name,
    gives=ClubSerializer,
    many=True,
    may="",
    words="The clubs that want to be found, by name.",
)
