"""Clubs, members, players and seasons."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.permissions import SIGNED_IN
from api.serializers.clubs import (
    ChangedSeasonSerializer,
    MembershipSerializer,
    NewSeasonSerializer,
    OnePlayerSerializer,
    OwnClubSerializer,
    PlayerSerializer,
    SeasonSettingsSerializer,
)
from api.serializers.fields import TextField, WordField, YesNoField
from api.serializers.preconditions import SeenMark
from api.views.public import LISTED
from tournaments.clubs.selectors import members_of, memberships_of, players_of
from tournaments.clubs.services import (
    add_member,
    change_club,
    found_club,
    remove_member,
    rename_player,
    set_contact,
)
from tournaments.errors import RuleViolationError
from tournaments.models import Club, Membership, Player, Season, Tournament
from tournaments.permissions import Actor
from tournaments.privacy.selectors import stored_data_of
from tournaments.privacy.services import anonymise_player, show_player_as
from tournaments.seasons.services import change_season, create_season, remove_season

RUN: Final = "tournaments.create_in_club"
MANAGE: Final = "tournaments.manage_club"
CLUB: Final = "clubs/<int:club_id>/"
MOST_PLAYERS: Final = 2000
PLAYER: Final = f"{CLUB}players/<int:player_id>/"


def member_at(club: Club, member_id: int) -> Kwargs:
    return {"membership": get_object_or_404(Membership, pk=member_id, club=club)}


def player_at(club: Club, player_id: int) -> Kwargs:
    players = Player.objects.select_related("club").filter(club=club)
    return {"player": get_object_or_404(players, pk=player_id)}


def season_at(club: Club, season_id: int) -> Kwargs:
    return {"season": get_object_or_404(Season, pk=season_id, club=club)}


def search_players(club: Club, request: HttpRequest) -> list[Player]:
    """Players of a club, optionally filtered by ``q``; capped."""
    query = request.GET.get("q", "")[:90].replace("\x00", "")
    return players_of(club, query)[:MOST_PLAYERS]


def tournaments_at(club: Club, codes: Sequence[str]) -> list[Tournament]:
    """Tournaments of the club by code; raises Refused for others."""
    rows = {row.code: row for row in club.tournaments.filter(rehearses=None, code__in=codes)}
    unknown = next((code for code in codes if code not in rows), None)
    if unknown is not None:
        words = _("A season can include only its own club’s tournaments.")
        raise RuleViolationError("other_club", words, field="tournaments")
    return list(rows.values())


def open_season(club: Club, actor: Actor, tournaments: Sequence[str], **values: Any) -> Season:
    chosen = tournaments_at(club, tournaments)
    return create_season(club=club, tournaments=chosen, actor=actor, **values)


def update_season(
    club: Club, season: Season, actor: Actor, tournaments: Sequence[str], **values: Any
) -> Season:
    chosen = tournaments_at(club, tournaments)
    return change_season(season=season, tournaments=chosen, actor=actor, **values)


def optional_text(most: int) -> TextField:
    return TextField(max_length=most, required=False, default="", allow_blank=True)


FREE_OBJECT: Final = OpenApiTypes.OBJECT
PLACE: Final = optional_text(200)
NAME: Final = TextField(max_length=120)
PLAYER_ACCESS: Final = ResourceSpec(root=club_or_404, may=MANAGE, find=player_at)
ADDRESSES: Final = [
    api_path(
        "me/clubs/",
        "api_my_clubs",
        ResourceSpec(root=None, may=SIGNED_IN),
        get=OperationSpec(
            does=memberships_of,
            gives=MembershipSerializer,
            many=True,
            words="The clubs that you run, and what you may do there.",
        ),
    ),
    api_path(
        "clubs/",
        "api_clubs",
        ResourceSpec(root=None, may=SIGNED_IN),
        get=LISTED,
        post=OperationSpec(
            does=found_club,
            takes={"name": NAME, "place": PLACE},
            gives=OwnClubSerializer,
            status=201,
            words="Found a club; you are its organiser then.",
        ),
    ),
    api_path(
        f"{CLUB}settings/",
        "api_club_settings",
        ResourceSpec(root=club_or_404, may=MANAGE),
        get=OperationSpec(
            does=lambda club: club,
            gives=OwnClubSerializer,
            may=RUN,
            words="A club that you run, with all that may be changed.",
        ),
        put=OperationSpec(
            does=change_club,
            takes={
                "name": NAME,
                "place": PLACE,
                "country": optional_text(2),
                "time_zone": TextField(
                    max_length=40,
                    required=False,
                    allow_blank=True,
                    help_text="a name of the IANA database; empty: that of the installation",
                ),
                "is_listed": YesNoField(required=False, default=False),
                "names_in_search": YesNoField(required=False, default=False),
                "seen": SeenMark(),
            },
            gives=OwnClubSerializer,
            words="Another name, place or country, and who may find the club.",
        ),
    ),
    api_path(
        f"{CLUB}contact/",
        "api_club_contact",
        ResourceSpec(root=club_or_404, may=MANAGE),
        put=OperationSpec(
            does=set_contact,
            takes={
                "contact_name": optional_text(120),
                "contact_address": optional_text(200),
                "contact_email": serializers.EmailField(
                    max_length=254, required=False, default="", allow_blank=True
                ),
                "contact_phone": optional_text(40),
                "seen": SeenMark(),
            },
            gives=OwnClubSerializer,
            words="Say who answers for the club's tournaments; what is empty is not shown.",
        ),
    ),
    api_path(
        f"{CLUB}members/",
        "api_members",
        ResourceSpec(root=club_or_404, may=MANAGE),
        get=OperationSpec(
            does=members_of,
            gives=MembershipSerializer,
            many=True,
            may=RUN,
            words="The people who run a club.",
        ),
        post=OperationSpec(
            does=add_member,
            takes={
                "login": TextField(max_length=254, help_text="a user name or an email address"),
                "role": WordField(choices=Membership.Role.choices),
            },
            gives=MembershipSerializer,
            status=201,
            words="Let somebody run the club, or change what they may do.",
        ),
    ),
    api_path(
        f"{CLUB}members/<int:member_id>/",
        "api_member",
        ResourceSpec(root=club_or_404, may=MANAGE, find=member_at),
        delete=OperationSpec(
            does=remove_member,
            status=204,
            words="Take somebody out of those who run the club; the last organiser stays.",
        ),
    ),
    api_path(
        f"{CLUB}known-players/",
        "api_players_of_club",
        ResourceSpec(root=club_or_404, may=RUN),
        get=OperationSpec(
            does=search_players,
            asks=("q",),
            gives=PlayerSerializer,
            many=True,
            words="The players that a club knows, by their stored names; `q` looks for some.",
        ),
    ),
    api_path(
        f"{PLAYER}name/",
        "api_player_name",
        ResourceSpec(root=club_or_404, may=RUN, find=player_at),
        get=OperationSpec(
            does=lambda player: player, gives=OnePlayerSerializer, words="A player of a club."
        ),
        put=OperationSpec(
            does=rename_player,
            takes={"name": NAME, "seen": SeenMark()},
            gives=OnePlayerSerializer,
            words="Correct a player's name.",
        ),
    ),
    api_path(
        f"{PLAYER}public-name/",
        "api_player_public",
        PLAYER_ACCESS,
        put=OperationSpec(
            does=show_player_as,
            takes={
                "shown_as": WordField(choices=Player.ShownAs.choices),
                "pseudonym": optional_text(120),
                "asked": TextField(
                    max_length=120,
                    required=False,
                    default="",
                    allow_blank=True,
                    help_text="who asked for it, and when",
                ),
                "seen": SeenMark(),
            },
            gives=OnePlayerSerializer,
            words="Choose what everybody reads instead of a player's name.",
        ),
    ),
    api_path(
        f"{PLAYER}stored/",
        "api_player_stored",
        PLAYER_ACCESS,
        get=OperationSpec(
            does=lambda player: stored_data_of(player).file,
            gives=FREE_OBJECT,
            words="Everything that is stored under a player's name.",
        ),
    ),
    api_path(
        f"{PLAYER}anonymise/",
        "api_player_anonymise",
        PLAYER_ACCESS,
        post=OperationSpec(
            does=anonymise_player,
            takes={
                "typed": TextField(max_length=120, help_text="the player's name, once more"),
                "asked": TextField(max_length=120, help_text="who asked for it, and when"),
                "also": serializers.ListField(
                    child=TextField(max_length=120),
                    max_length=50,
                    required=False,
                    default=list,
                    help_text="other spellings that are meant",
                ),
            },
            gives=FREE_OBJECT,
            words="Take a name out of everything; results stay. It cannot be taken back.",
        ),
    ),
    api_path(
        f"{CLUB}seasons/",
        "api_seasons",
        ResourceSpec(root=club_or_404, may=RUN),
        get=OperationSpec(
            does=lambda club: club.seasons.prefetch_related("tournaments"),
            gives=SeasonSettingsSerializer,
            many=True,
            words="The seasons of a club, and how they count.",
        ),
        post=OperationSpec(
            does=open_season,
            takes=NewSeasonSerializer,
            gives=SeasonSettingsSerializer,
            status=201,
            words="Found a season.",
        ),
    ),
    api_path(
        f"{CLUB}seasons/<int:season_id>/",
        "api_season_settings",
        ResourceSpec(root=club_or_404, may=RUN, find=season_at),
        get=OperationSpec(
            does=lambda season: season,
            gives=SeasonSettingsSerializer,
            words="How a season counts.",
        ),
        put=OperationSpec(
            does=update_season,
            takes=ChangedSeasonSerializer,
            gives=SeasonSettingsSerializer,
            words="Count otherwise, or other tournaments.",
        ),
        delete=OperationSpec(
            does=remove_season,
            may=MANAGE,
            status=204,
            words="Remove a season; its tournaments stay.",
        ),
    ),
]
