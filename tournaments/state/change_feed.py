"""Version signal of public pages, by one query."""

import hashlib
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import (
    EntryPlan,
    Round,
    StandingsChange,
    Team,
    Tournament,
    pending_fact_count,
)
from tournaments.state.hall import shared_state_of

RECENT_SECONDS: Final = 0.2
MAX_RECENT: Final = 64
RECENT_TOURNAMENTS: OrderedDict[str, tuple[float, Tournament]] = OrderedDict()
"""By code, with the time of reading."""
RECENT_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Signal:
    """Versions of a tournament's public pages, and its clock.

    ``version`` changes with every fact, ``settled`` only with final data: finished boards,
    standings, seats. ``deadline`` is set while the clock runs, ``seconds_left`` while it is
    paused.
    """

    version: str
    settled: str
    round: int | None
    deadline: datetime | None
    seconds_left: int | None

    @property
    def versions(self) -> tuple[str, str]:
        return self.version, self.settled


def signal_query(code: str) -> QuerySet[Tournament]:
    return signal_rows().filter(code=code)


@cache
def signal_rows() -> QuerySet[Tournament]:
    """Return all tournaments with signal annotations; cached because slow to build."""
    begun = Round.objects.filter(tournament=OuterRef("pk"), started_at__isnull=False)
    last = begun.order_by("-number")
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by()
    # Also a changed contract with the same score on a finished board.
    revisions = StandingsChange.objects.filter(tournament=OuterRef("pk"), revises=True)
    closes = EntryPlan.objects.filter(tournament=OuterRef("pk"))
    return Tournament.objects.annotate(
        entered=Coalesce(
            Subquery(teams.values("tournament").annotate(n=Count("pk")).values("n")), 0
        ),
        newest_team=Subquery(teams.order_by("-pk").values("pk")[:1]),
        clock_round=Subquery(last.values("number")[:1]),
        clock_ends=Subquery(last.values("ends_at")[:1]),
        clock_left=Subquery(last.values("paused_seconds")[:1]),
        new_facts=pending_fact_count(),
        revised=Subquery(revisions.order_by("-pk").values("pk")[:1]),
        entry_closes=Subquery(closes.values("closes_at")[:1]),
    )


def recent_tournament(code: str, seconds: float | None = None) -> Tournament | None:
    """A tournament read at most so many seconds ago, with signal and club.

    Shared between threads: callers must not modify it.
    """
    at, tournament = RECENT_TOURNAMENTS.get(code, (0.0, None))
    seconds = RECENT_SECONDS if seconds is None else seconds
    is_recent = tournament is not None and time.monotonic() - at < seconds
    return tournament if is_recent else read_signal(code)


def read_signal(code: str) -> Tournament | None:
    """The current tournament with signal and club, or None."""
    at, tournament = time.monotonic(), signal_query(code).select_related("club").first()
    if tournament is not None:
        with RECENT_LOCK:
            RECENT_TOURNAMENTS[code] = at, tournament
            while len(RECENT_TOURNAMENTS) > MAX_RECENT:
                RECENT_TOURNAMENTS.popitem(last=False)
    return tournament


def has_signal(tournament: Tournament) -> bool:
    return "clock_round" in vars(tournament)


def signal_from(tournament: Tournament) -> Signal:
    row = vars(tournament)
    round_number, ends = row["clock_round"], row["clock_ends"]
    left = row["clock_left"]
    facts = facts_of(tournament)
    rare = (
        tournament.state,
        tournament.hall_version,
        tournament.is_official,
        tournament.corrections_until,
        tournament.moved_version,
        tournament.extras_version,
        row["revised"],
        row["entered"],
        row["newest_team"],
        is_past(row["entry_closes"]),
    )
    settled = (*rare, shared_state_of(tournament, lambda: facts).version)
    # Without the shared table state, which each process caches at another time.
    now = (*rare, facts, tournament.standings_version, round_number, ends, left)
    deadline = None if left is not None else ends
    return Signal(digest_of(now), digest_of(settled), round_number, deadline, left)


def is_past(moment: datetime | None) -> bool:
    return moment is not None and moment <= timezone.now()


def facts_of(tournament: Tournament) -> int:
    news: int = vars(tournament)["new_facts"]
    return tournament.standings_version + news


def digest_of(parts: tuple[object, ...]) -> str:
    return hashlib.blake2s(repr(parts).encode(), digest_size=8).hexdigest()
