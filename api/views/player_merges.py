from collections.abc import Sequence
from typing import Final

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.serializers.clubs import OnePlayerSerializer
from api.serializers.fields import TextField, WholeField
from api.serializers.player_merges import (
    DistinctPlayersSerializer,
    MergePreviewSerializer,
    PairSerializer,
    PlayerMergeSerializer,
)
from api.views.clubs import CLUB, MANAGE, NAME, PLAYER, PLAYER_ACCESS
from tournaments.errors import RuleViolationError
from tournaments.identities.selectors import (
    distinct_pairs,
    merges_of,
    possible_duplicates,
    preview_merge,
)
from tournaments.identities.services import (
    allow_duplicates,
    mark_distinct,
    merge_players,
    split_player,
    undo_merge,
)
from tournaments.models import Club, DistinctPlayers, Player
from tournaments.permissions import Actor


def merge_at(club: Club, merge_id: int) -> Kwargs:
    return {"merge": get_object_or_404(club.player_merges, pk=merge_id)}


def pair_at(club: Club, pair_id: int) -> Kwargs:
    return {"pair": get_object_or_404(distinct_pairs(club), pk=pair_id)}


def two_players_at(club: Club, player_id: int, other_id: int) -> Kwargs:
    players = Player.objects.select_related("club").filter(club=club)
    return {
        "player": get_object_or_404(players, pk=player_id),
        "kept": get_object_or_404(players, pk=other_id),
    }


def mark_two_distinct(club: Club, first: int, second: int, actor: Actor) -> DistinctPlayers:
    players = club.players.in_bulk([first, second])
    for field, key in (("first", first), ("second", second)):
        if key not in players:
            words = _("The club has no player with the key %d.") % key
            raise RuleViolationError("no_such_player", words, field=field)
    return mark_distinct(first=players[first], second=players[second], actor=actor)


def split_by_codes(
    club: Club, player: Player, name: str, tournaments: Sequence[str], actor: Actor
) -> Player:
    rows = list(club.tournaments.filter(code__in=tournaments))
    unknown = set(tournaments) - {row.code for row in rows}
    if unknown:
        words = _("The club has no tournament with the code %s.") % min(unknown)
        raise RuleViolationError("no_such_tournament", words, field="tournaments")
    return split_player(player=player, name=name, tournaments=rows, actor=actor)


CLUB_ACCESS: Final = ResourceSpec(root=club_or_404, may=MANAGE)
ADDRESSES: Final = [
    api_path(
        f"{CLUB}possible-duplicates/",
        "api_possible_duplicates",
        CLUB_ACCESS,
        get=OperationSpec(
            does=possible_duplicates,
            gives=PairSerializer,
            many=True,
            words="Pairs of players with near names that were neither merged nor kept apart.",
        ),
    ),
    api_path(
        f"{PLAYER}merging/<int:other_id>/",
        "api_player_merging",
        ResourceSpec(root=club_or_404, may=MANAGE, find=two_players_at),
        get=OperationSpec(
            does=preview_merge,
            gives=MergePreviewSerializer,
            words="What changes if the first player is merged into the second.",
        ),
        post=OperationSpec(
            does=merge_players,
            gives=PlayerMergeSerializer,
            status=201,
            words="Merge the first player into the second: one person. It can be undone.",
        ),
    ),
    api_path(
        f"{CLUB}player-merges/",
        "api_player_merges",
        CLUB_ACCESS,
        get=OperationSpec(
            does=merges_of,
            gives=PlayerMergeSerializer,
            many=True,
            words="The merges of players that are not undone, latest first.",
        ),
    ),
    api_path(
        f"{CLUB}player-merges/<int:merge_id>/",
        "api_player_merge",
        ResourceSpec(root=club_or_404, may=MANAGE, find=merge_at),
        delete=OperationSpec(
            does=undo_merge,
            status=204,
            words="Undo a merge: what it moved goes back. Later entries stay where they are.",
        ),
    ),
    api_path(
        f"{PLAYER}splitting/",
        "api_player_splitting",
        PLAYER_ACCESS,
        post=OperationSpec(
            does=split_by_codes,
            takes={
                "name": NAME,
                "tournaments": serializers.ListField(
                    child=TextField(max_length=12),
                    max_length=1000,
                    help_text="codes of tournaments in which the other person played",
                ),
            },
            gives=OnePlayerSerializer,
            status=201,
            words="Move entries to a new player, another person. Merging both undoes it.",
        ),
    ),
    api_path(
        f"{CLUB}distinct-players/",
        "api_distinct_players",
        CLUB_ACCESS,
        get=OperationSpec(
            does=distinct_pairs,
            gives=DistinctPlayersSerializer,
            many=True,
            words="Pairs of players who are two people.",
        ),
        post=OperationSpec(
            does=mark_two_distinct,
            takes={"first": WholeField(min_value=1), "second": WholeField(min_value=1)},
            gives=DistinctPlayersSerializer,
            status=201,
            words="Say that two players are two people; they are not listed as one any more.",
        ),
    ),
    api_path(
        f"{CLUB}distinct-players/<int:pair_id>/",
        "api_distinct_pair",
        ResourceSpec(root=club_or_404, may=MANAGE, find=pair_at),
        delete=OperationSpec(
            does=allow_duplicates,
            status=204,
            words="Take back that two players are two people.",
        ),
    ),
]
