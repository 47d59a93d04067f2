"""What tells a visitor that a page has changed: one query, however much there is to see."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Round, Team, Tournament


@dataclass(frozen=True, slots=True)
class Signal:
    """A version that changes whenever a public page of the tournament may, and the clock.

    ``deadline`` stands while the clock of ``round`` runs, ``seconds_left`` while it is paused.
    """

    version: str
    round: int | None
    deadline: datetime | None
    seconds_left: int | None


def watched(code: str) -> QuerySet[Tournament]:
    """The tournament with what its signal is made of."""
    begun = Round.objects.filter(tournament=OuterRef("pk"), started_at__isnull=False)
    last = begun.order_by("-number")
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by()
    return Tournament.objects.filter(code=code).annotate(
        entered=Coalesce(
            Subquery(teams.values("tournament").annotate(n=Count("pk")).values("n")), 0
        ),
        newest_team=Subquery(teams.order_by("-pk").values("pk")[:1]),
        clock_round=Subquery(last.values("number")[:1]),
        clock_ends=Subquery(last.values("ends_at")[:1]),
        clock_left=Subquery(last.values("paused_seconds")[:1]),
    )


def signal_from(tournament: Tournament) -> Signal:
    """The signal of a tournament read through ``watched``."""
    row = vars(tournament)
    round_number, ends = row["clock_round"], row["clock_ends"]
    left = row["clock_left"]
    parts = (
        tournament.state,
        tournament.is_official,
        tournament.corrections_until,
        tournament.facts_version,
        tournament.standings_version,
        tournament.extras_version,
        row["entered"],
        row["newest_team"],
        round_number,
        ends,
        left,
    )
    version = hashlib.blake2s(repr(parts).encode(), digest_size=8).hexdigest()
    return Signal(version, round_number, None if left is not None else ends, left)


def signal_of(code: str) -> Signal | None:
    """The present signal of a tournament, or None where there is none; one query."""
    tournament = watched(code).first()
    return None if tournament is None else signal_from(tournament)
