"""Teams: attendance, edits, removal."""

from typing import Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import About, Deed, Named, address
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
    MOST_SEEDING,
    MOST_TABLE,
    REMARK_LENGTH,
    WORD_LENGTH,
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


def team_at(tournament: Tournament, team_id: int) -> Named:
    """Team by id (not by number)."""
    teams = Team.objects.select_related("tournament").filter(tournament=tournament)
    return {"team": get_object_or_404(teams, pk=team_id)}


def as_it_is(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


def take_out(tournament: Tournament, team: Team, actor: Actor) -> None:
    """Remove a team and move up the waiting list."""
    remove_team(team=team, actor=actor)
    move_up(tournament=tournament, actor=actor)


def known_players(tournament: Tournament, request: HttpRequest) -> dict[str, list[str]]:
    wanted = request.GET.get("q", "")[:90].replace("\x00", "")
    return {"names": suggested_players(tournament, wanted)}


def word(most: int, words: str = "") -> TextField:
    return TextField(max_length=most, required=False, default="", allow_blank=True, help_text=words)


def number(most: int, words: str) -> WholeField:
    return WholeField(
        min_value=1, max_value=most, required=False, allow_null=True, default=None, help_text=words
    )


TEAM: Final = About(find=team_at)
THERE: Final = {"is_present": YesNoField()}
ADDRESSES: Final = [
    address(
        f"{CODE}attendance/",
        "api_attendance",
        DIRECTED,
        get=Deed(
            does=attendance,
            gives=AttendanceSerializer,
            words="Everybody who is entered, by their stored names, and who is here.",
        ),
    ),
    address(
        f"{CODE}attendance/everybody/",
        "api_presence_all",
        About(may=MONEY),
        put=Deed(
            does=set_all_present,
            takes=THERE,
            gives=CountSerializer,
            words="Check everybody in, or everybody out before the evening.",
        ),
    ),
    address(
        f"{CODE}known-players/",
        "api_known_players",
        About(may=MONEY),
        get=Deed(
            does=known_players,
            asks=("q",),
            gives=NamesSerializer,
            words="Players of the club who are not in yet and whose name has `q`.",
        ),
    ),
    address(
        f"{CODE}teams/categories/",
        "api_categories",
        DIRECTED,
        put=Deed(
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
    address(
        f"{CODE}teams/<int:team_id>/",
        "api_team",
        TEAM,
        get=Deed(
            does=lambda team: team,
            gives=OneEntrantSerializer,
            words="One team by its stored names.",
        ),
        put=Deed(
            does=rename_team,
            takes={
                "players": serializers.ListField(
                    child=TextField(max_length=90), min_length=1, max_length=6
                ),
                "name": word(200, "empty: named after its players"),
                "seen": SeenMark(),
            },
            gives=OneEntrantSerializer,
            shows=as_it_is,
            words="Correct the names of a team, at any time.",
        ),
        delete=Deed(
            does=take_out,
            status=204,
            words="Take a team out before the draw; who waits may have its place then.",
        ),
    ),
    address(
        f"{CODE}teams/<int:team_id>/details/",
        "api_team_details",
        TEAM,
        put=Deed(
            does=describe_team,
            takes={
                "category": word(WORD_LENGTH, "ranked in a list of its own too"),
                "group": word(WORD_LENGTH, "those of one group are kept apart in draws"),
                "handicap": ExactField(required=False, allow_null=True, default=None),
                "seeding": number(MOST_SEEDING, "1 is the strongest"),
                "fixed_table": number(MOST_TABLE, "for those who cannot move"),
                "remark": word(REMARK_LENGTH, "only those who run the evening see it"),
                "late": YesNoField(required=False, default=False),
                "seen": SeenMark(),
            },
            gives=OneEntrantSerializer,
            shows=as_it_is,
            words="Say more of a team; what is left out is emptied.",
        ),
    ),
    address(
        f"{CODE}teams/<int:team_id>/presence/",
        "api_presence",
        TEAM,
        put=Deed(
            does=set_present,
            takes=THERE,
            gives=OneEntrantSerializer,
            shows=as_it_is,
            words="Check a team in or out.",
        ),
    ),
]
