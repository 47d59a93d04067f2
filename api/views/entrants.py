"""Teams: attendance, edits, removal."""

from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path
from api.serializers.entrants import (
    AttendanceSerializer,
    CategoriesField,
    CountSerializer,
    NamesSerializer,
    OneEntrantSerializer,
)
from api.serializers.fields import TextField, WholeField, YesNoField
from api.serializers.preconditions import SeenMark
from api.serializers.rulings import ExactField
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.entries.selectors.attendance import attendance, suggested_players
from tournaments.entries.services.details import (
    MAX_SEEDING,
    MAX_TABLE,
    MAX_WORD_LENGTH,
    REMARK_LENGTH,
    describe_team,
    set_categories,
)
from tournaments.entries.services.entries import (
    remove_team,
    rename_team,
    set_all_present,
    set_present,
)
from tournaments.models import Team, Tournament
from tournaments.permissions import Actor
from tournaments.registration.services.approval import move_up

MONEY: Final = "tournaments.take_money"


def team_at(tournament: Tournament, team_id: int) -> Kwargs:
    """Team by id (not by number)."""
    teams = Team.objects.select_related("tournament").filter(tournament=tournament)
    return {"team": get_object_or_404(teams, pk=team_id)}


def reload_team(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


def remove_and_move_up(tournament: Tournament, team: Team, actor: Actor) -> None:
    """Remove a team and move up the waiting list."""
    remove_team(team=team, actor=actor)
    move_up(tournament=tournament, actor=actor)


def suggest_players(tournament: Tournament, request: HttpRequest) -> dict[str, list[str]]:
    query = request.GET.get("q", "")[:90].replace("\x00", "")
    return {"names": suggested_players(tournament, query)}


def optional_text(most: int, words: str = "") -> TextField:
    return TextField(max_length=most, required=False, default="", allow_blank=True, help_text=words)


def optional_number(most: int, words: str) -> WholeField:
    return WholeField(
        min_value=1, max_value=most, required=False, allow_null=True, default=None, help_text=words
    )


TEAM: Final = ResourceSpec(find=team_at)
PRESENCE_FIELDS: Final = {"is_present": YesNoField()}
ADDRESSES: Final = [
    api_path(
        f"{CODE}attendance/",
        "api_attendance",
        DIRECTED,
        get=OperationSpec(
            does=attendance,
            gives=AttendanceSerializer,
            words="Everybody who is entered, by their stored names, and who is here.",
        ),
    ),
    api_path(
        f"{CODE}attendance/everybody/",
        "api_presence_all",
        ResourceSpec(may=MONEY),
        put=OperationSpec(
            does=set_all_present,
            takes=PRESENCE_FIELDS,
            gives=CountSerializer,
            words="Check everybody in, or everybody out before the evening.",
        ),
    ),
    api_path(
        f"{CODE}known-players/",
        "api_known_players",
        ResourceSpec(may=MONEY),
        get=OperationSpec(
            does=suggest_players,
            asks=("q",),
            gives=NamesSerializer,
            words="Players of the club who are not in yet and whose name has `q`.",
        ),
    ),
    api_path(
        f"{CODE}teams/categories/",
        "api_categories",
        DIRECTED,
        put=OperationSpec(
            does=set_categories,
            takes={
                "categories": CategoriesField(
                    help_text="category by the id of a team; who is not named keeps theirs"
                )
            },
            gives=CountSerializer,
            words="Put teams into categories: each is a list of its own in the standings.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/",
        "api_team",
        TEAM,
        get=OperationSpec(
            does=lambda team: team,
            gives=OneEntrantSerializer,
            words="One team by its stored names.",
        ),
        put=OperationSpec(
            does=rename_team,
            takes={
                "players": serializers.ListField(
                    child=TextField(max_length=90), min_length=1, max_length=6
                ),
                "name": optional_text(200, "empty: named after its players"),
                "seen": SeenMark(),
            },
            gives=OneEntrantSerializer,
            shows=reload_team,
            words="Correct the names of a team, at any time.",
        ),
        delete=OperationSpec(
            does=remove_and_move_up,
            status=204,
            words="Take a team out before the draw; who waits may have its place then.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/details/",
        "api_team_details",
        TEAM,
        put=OperationSpec(
            does=describe_team,
            takes={
                "category": optional_text(MAX_WORD_LENGTH, "ranked in a list of its own too"),
                "group": optional_text(
                    MAX_WORD_LENGTH, "those of one group are kept apart in draws"
                ),
                "handicap": ExactField(required=False, allow_null=True, default=None),
                "seeding": optional_number(MAX_SEEDING, "1 is the strongest"),
                "fixed_table": optional_number(MAX_TABLE, "for those who cannot move"),
                "remark": optional_text(REMARK_LENGTH, "only those who run the evening see it"),
                "late": YesNoField(required=False, default=False),
                "seen": SeenMark(),
            },
            gives=OneEntrantSerializer,
            shows=reload_team,
            words="Say more of a team; what is left out is emptied.",
        ),
    ),
    api_path(
        f"{CODE}teams/<int:team_id>/presence/",
        "api_presence",
        TEAM,
        put=OperationSpec(
            does=set_present,
            takes=PRESENCE_FIELDS,
            gives=OneEntrantSerializer,
            shows=reload_team,
            words="Check a team in or out.",
        ),
    ),
]
