"""Data export of a player: tournaments, and texts containing the name."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from tournaments.clubs.selectors import merged_players
from tournaments.models import (
    LedgerLine,
    Player,
    Rating,
    SeasonPlace,
    StandingRow,
    Substitution,
    Team,
)
from tournaments.privacy.texts import anonymous_name, replacement_for, rows_with_name

ENTRY = (
    "name", "number", "is_present", "here_since", "absence", "expected_at", "group", "category",
    "handicap", "seeding", "remark", "withdrawn_from",
)  # fmt: skip
LINE = ("kind", "method", "amount", "owed", "note", "at")
RATING = ("rank", "field", "mu", "sigma")
DataRecord = dict[str, object]


@dataclass(frozen=True, slots=True)
class StoredData:
    """Everything stored under a player's name; ``texts`` contain it."""

    player: DataRecord
    tournaments: list[DataRecord]
    substitutions: list[DataRecord]
    seasons: list[DataRecord]
    texts: list[DataRecord]

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of rows by kind."""
        return dict(Counter(str(row["what"]) for row in self.texts))

    @property
    def file(self) -> DataRecord:
        return {
            "told_at": timezone.now(),
            "player": self.player,
            "tournaments": self.tournaments,
            "substitutions": self.substitutions,
            "seasons": self.seasons,
            "texts": self.texts,
        }


def stored_data_of(player: Player) -> StoredData:
    merged = [each.name for each in merged_players(player)]
    names = replacement_for(player, anonymous_name(player), merged)
    return StoredData(
        {
            "club": player.club.name, "name": player.name, "shown_as": player.shown_as,
            "public_name": player.public_name, "public_name_asked": player.public_name_asked,
            "merged_names": merged,
        },
        tournament_records(player),
        substitutions_of(player),
        seasons_of(player),
        [
            {"what": str(model._meta.verbose_name_plural), "row": pk, "words": before}
            for model, pk, before, _after in rows_with_name(names)
        ],
    )  # fmt: skip


def tournament_records(player: Player) -> list[DataRecord]:
    """The player's tournaments, oldest first; four queries."""
    teams = list(Team.objects.filter(players=player).select_related("tournament"))
    rows = StandingRow.objects.filter(team__in=teams).values_list("team", "rank", "figure")
    places = {team: {"rank": rank, "figure": figure} for team, rank, figure in rows}
    paid: dict[int | None, list[DataRecord]] = {}
    for line in LedgerLine.objects.filter(team__in=teams).order_by("number"):
        paid.setdefault(line.team_id, []).append({name: getattr(line, name) for name in LINE})
    ratings = {
        row.tournament_id: {name: getattr(row, name) for name in RATING}
        for row in Rating.objects.filter(player=player)
    }
    return [
        {
            "tournament": team.tournament.name, "code": team.tournament.code,
            "date": team.tournament.date, "place": team.tournament.place,
            "entry": {name: getattr(team, name) for name in ENTRY},
            "standings": places.get(team.pk), "money": paid.get(team.pk, []),
            "rating": ratings.get(team.tournament_id),
        }
        for team in sorted(teams, key=lambda each: (each.tournament.date, each.pk))
    ]  # fmt: skip


def substitutions_of(player: Player) -> list[DataRecord]:
    """Substitutions of or by the player; one query."""
    rows = Substitution.objects.filter(Q(comes=player) | Q(leaves=player)).order_by("pk")
    return [
        {
            "tournament": row.tournament.name, "team": row.team.name, "comes": row.comes.name,
            "leaves": row.leaves.name, "from_round": row.from_round, "to_round": row.to_round,
            "reason": row.reason, "is_active": row.is_active,
        }
        for row in rows.select_related("tournament", "team", "comes", "leaves")
    ]  # fmt: skip


def seasons_of(player: Player) -> list[DataRecord]:
    rows = SeasonPlace.objects.filter(player=player).select_related("season").order_by("pk")
    return [
        {"season": row.season.name, "rank": row.rank, "total": row.total, "credits": row.credits}
        for row in rows
    ]
