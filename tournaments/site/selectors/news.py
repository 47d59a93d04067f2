from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.entries.selectors.team_lines import TeamLine, players_at, team_line
from tournaments.models import Club, LogEntry, StandingRow, Tournament
from tournaments.site.selectors.appointments import listed_tournaments

MAX_NEWS: Final = 30
"""Announced and won tournaments each, newest first."""
ANNOUNCEMENT_ACTIONS: Final = (
    "settings_changed",
    "draw_published",
    "tournament_finished",
    "tournament_reopened",
)
"""Log actions that update an announcement; results do not."""


@dataclass(frozen=True, slots=True)
class Announcement:
    tournament: Tournament
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class TournamentWin:
    tournament: Tournament
    teams: tuple[TeamLine, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(team.name for team in self.teams)


def announcements_of(club: Club) -> list[Announcement]:
    changes = LogEntry.objects.filter(
        tournament=OuterRef("pk"), action__in=ANNOUNCEMENT_ACTIONS
    ).order_by()
    last = changes.values("tournament").annotate(last=Max("at")).values("last")
    rows = listed_tournaments(club).annotate(changed_at=Coalesce(Subquery(last), "created_at"))
    newest = rows.select_related("club").order_by("-date", "-start_time", "-pk")[:MAX_NEWS]
    return [Announcement(row, vars(row)["changed_at"]) for row in newest]


def wins_of(club: Club) -> list[TournamentWin]:
    """Newest decided tournaments, including last stages; three queries."""
    newest = (
        decided_tournaments(club).select_related("club").order_by("-date", "-start_time", "-pk")
    )
    return with_winners(newest[:MAX_NEWS])


def last_win_of(club: Club) -> TournamentWin | None:
    """The newest win; consolation stages are excluded."""
    older = Tournament.objects.filter(follows=OuterRef("follows"), pk__lt=OuterRef("pk"))
    rows = decided_tournaments(club).filter(~Exists(older)).order_by("-date", "-start_time", "-pk")
    return next(iter(with_winners(rows[:1])), None)


def decided_tournaments(club: Club) -> QuerySet[Tournament]:
    """Listed finished tournaments with final standings and no later stage."""
    follows = Tournament.objects.filter(follows=OuterRef("pk"))
    first = StandingRow.objects.filter(tournament=OuterRef("pk"), rank=1)
    over = Q(club=club, is_public=True, state=Tournament.State.FINISHED)
    return Tournament.objects.filter(over, ~Exists(follows), Exists(first))


def with_winners(wanted: QuerySet[Tournament]) -> list[TournamentWin]:
    tournaments: Sequence[Tournament] = list(wanted)
    first = StandingRow.objects.filter(tournament__in=tournaments, rank=1).select_related("team")
    rows = first.prefetch_related(players_at("team__team_players"))
    winners: dict[int, tuple[TeamLine, ...]] = {}
    for row in rows.order_by("tournament", "section", "position"):
        winners[row.tournament_id] = (*winners.get(row.tournament_id, ()), team_line(row.team))
    return [TournamentWin(each, winners.get(each.pk, ())) for each in tournaments]
