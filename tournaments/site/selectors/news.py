"""What is new of a club: tournaments to come, and who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.entries.selectors.team_lines import TeamLine, players_at, team_line
from tournaments.models import Club, LogEntry, StandingRow, Tournament
from tournaments.site.selectors.appointments import public_of

NEWS: Final = 30
"""So many tournaments to come, and so many that were won, newest first."""
CHANGES: Final = (
    "settings_changed",
    "draw_published",
    "tournament_finished",
    "tournament_reopened",
)
"""Lines of the log after which what was announced is told again; results are none of them."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament that a club lists, and when what is told of it changed last."""

    tournament: Tournament
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Won:
    """A tournament that is over, with who won each of its lists."""

    tournament: Tournament
    teams: tuple[TeamLine, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(team.name for team in self.teams)


def announcements_of(club: Club) -> list[Announced]:
    """The newest listed tournaments of a club; one query."""
    changes = LogEntry.objects.filter(tournament=OuterRef("pk"), action__in=CHANGES).order_by()
    last = changes.values("tournament").annotate(last=Max("at")).values("last")
    rows = public_of(club).annotate(changed_at=Coalesce(Subquery(last), "created_at"))
    newest = rows.select_related("club").order_by("-date", "-start_time", "-pk")[:NEWS]
    return [Announced(row, vars(row)["changed_at"]) for row in newest]


def wins_of(club: Club) -> list[Won]:
    """The club's newest listed tournaments that are decided, last stages too; three queries."""
    newest = past_of(club).select_related("club").order_by("-date", "-start_time", "-pk")
    return with_winners(newest[:NEWS])


def last_win_of(club: Club) -> Won | None:
    """The newest of them; the stage of those who did not go on is not the one."""
    older = Tournament.objects.filter(follows=OuterRef("follows"), pk__lt=OuterRef("pk"))
    rows = past_of(club).filter(~Exists(older)).order_by("-date", "-start_time", "-pk")
    return next(iter(with_winners(rows[:1])), None)


def past_of(club: Club) -> QuerySet[Tournament]:
    """The club's listed tournaments that are over, known first and followed by no stage."""
    follows = Tournament.objects.filter(follows=OuterRef("pk"))
    first = StandingRow.objects.filter(tournament=OuterRef("pk"), rank=1)
    over = Q(club=club, is_public=True, state=Tournament.State.FINISHED)
    return Tournament.objects.filter(over, ~Exists(follows), Exists(first))


def with_winners(wanted: QuerySet[Tournament]) -> list[Won]:
    """The tournaments with those who are first in their lists."""
    tournaments: Sequence[Tournament] = list(wanted)
    first = StandingRow.objects.filter(tournament__in=tournaments, rank=1).select_related("team")
    rows = first.prefetch_related(players_at("team__team_players"))
    found: dict[int, tuple[TeamLine, ...]] = {}
    for row in rows.order_by("tournament", "section", "position"):
        found[row.tournament_id] = (*found.get(row.tournament_id, ()), team_line(row.team))
    return [Won(each, found.get(each.pk, ())) for each in tournaments]
