from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from django.db.models import F, Q, QuerySet

from tournaments.clubs.names import near_key
from tournaments.clubs.selectors import players_of
from tournaments.models import (
    Club,
    DistinctPlayers,
    LedgerLine,
    Player,
    PlayerMerge,
    Season,
    Substitution,
    TeamPlayer,
    Tournament,
)

PLAYER_FIELDS: Final[tuple[tuple[type[TeamPlayer] | type[Substitution], str], ...]] = (
    (TeamPlayer, "player"),
    (Substitution, "leaves"),
    (Substitution, "comes"),
)
"""Moved by a merge; season places and ratings are recomputed."""


@dataclass(frozen=True, slots=True)
class Pair:
    first: Player
    second: Player


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Effect of merging ``player`` into ``kept``; ``both`` (common tournaments) prevents it."""

    player: Player
    kept: Player
    entries: int
    substitutions: int
    tournaments: list[Tournament]
    seasons: list[Season]
    payments: int
    both: list[Tournament]


def possible_duplicates(club: Club) -> list[Pair]:
    """Pairs of similar names not marked as distinct; three queries.

    A mark of a merged player applies to the merge target.
    """
    groups = defaultdict[tuple[str, ...], list[Player]](list)
    for player in players_of(club):
        groups[near_key(player.name)].append(player)
    merged = Player.everyone.filter(club=club, merged_into__isnull=False)
    merge_targets = {
        pk: into for pk, into in merged.values_list("pk", "merged_into") if into is not None
    }
    marks = club.distinct_players.values_list("first", "second")
    distinct = {
        frozenset((merge_target(first, merge_targets), merge_target(second, merge_targets)))
        for first, second in marks
    }
    return [
        Pair(first, second)
        for group in groups.values()
        for first, second in combinations(sorted(group, key=lambda player: player.pk), 2)
        if frozenset((first.pk, second.pk)) not in distinct
    ]


def merge_target(player: int, kept: Mapping[int, int]) -> int:
    """Follow merges to the current player."""
    while player in kept:
        player = kept[player]
    return player


def distinct_pairs(club: Club) -> QuerySet[DistinctPlayers]:
    """Pairs marked as distinct, except merged ones."""
    merged = (
        Q(first__merged_into=F("second"))
        | Q(second__merged_into=F("first"))
        | Q(first__merged_into=F("second__merged_into"))
    )
    together = club.distinct_players.filter(merged).values("pk")
    return club.distinct_players.exclude(pk__in=together).select_related("first", "second")


def merges_of(club: Club) -> QuerySet[PlayerMerge]:
    return club.player_merges.filter(undone_at=None).select_related("player", "kept", "user")


def tournaments_of(player: Player) -> set[int]:
    queries = [
        model._default_manager.filter(**{name: player}).values_list("tournament", flat=True)
        for model, name in PLAYER_FIELDS
    ]
    return {key for keys in queries for key in keys}


def preview_merge(player: Player, kept: Player) -> MergePreview:
    moved, others = tournaments_of(player), tournaments_of(kept)
    tournaments = Tournament.objects.filter(rehearses=None).order_by("-date", "-pk")
    return MergePreview(
        player=player,
        kept=kept,
        entries=TeamPlayer.objects.filter(player=player).count(),
        substitutions=Substitution.objects.filter(Q(leaves=player) | Q(comes=player)).count(),
        tournaments=list(tournaments.filter(pk__in=moved)),
        seasons=list(Season.objects.filter(tournaments__in=moved).distinct()),
        payments=LedgerLine.objects.filter(team__players=player).count(),
        both=list(tournaments.filter(pk__in=moved & others)),
    )
