"""The one place that appends facts; standings are asked for here and nowhere else.

The tournament is held by the caller, in one of the ways of ``tournaments.locks``.
"""

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from games.models import Record
from jobs import services as jobs
from jobs.running import finds_work
from tournaments.models import LogEntry, News, Play, Result, Table, Tournament

STANDINGS_JOB = "standings"
REST_SECONDS = 0.5
"""While a whole hall enters, standings are made twice a second and not after each result."""
FIRST_HAND = frozenset({Result.Source.TABLE, Result.Source.BOTS})
"""Who enters results of boards that are being played."""
WITH_NET = frozenset({Result.Kind.PLAYED, Result.Kind.PASSED_OUT, Result.Kind.GAME})


@dataclass(frozen=True, kw_only=True)
class Author:
    """Who says so: a table's side, a signed-in director, or the computer."""

    source: Result.Source
    side: str = ""
    who: str = ""
    user: User | None = None


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One result as it will be stored: the slip as entered and what it scored.

    ``awards`` belong to an adjusted score: what each side gets, by NS and EW.
    """

    kind: Result.Kind
    slip: dict[str, Any]
    outcome: dict[str, Any] = field(default_factory=dict)
    record: Record | None = None
    awards: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> tuple[int, int]:
        score = self.outcome.get("score", {})
        return score.get("NS", 0), score.get("EW", 0)

    def columns(self) -> dict[str, Any]:
        """The columns of ``Result`` that follow from the entry."""
        ns, ew = self.score
        return {
            "kind": self.kind,
            "slip": self.slip,
            "outcome": self.outcome,
            "awards": self.awards,
            "record": self.record,
            "contract": self.outcome.get("contract") or "",
            "declarer": self.outcome.get("declarer") or "",
            "contra": self.outcome.get("contra") or 0,
            "ns_score": ns,
            "ew_score": ew,
            "net": ns - ew if self.kind in WITH_NET else None,
        }


def append_result(
    play: Play,
    entry: Entry,
    author: Author,
    *,
    state: Play.State,
    reason: str = "",
    client_key: UUID | None = None,
) -> Result:
    """Add the next version of a play's result; ``play`` must be locked by the caller."""
    latest = play.results.order_by("-version").values_list("version", flat=True).first() or 0
    result = Result.objects.create(
        play=play,
        version=latest + 1,
        source=author.source,
        side=author.side,
        who=author.who,
        user_id=author.user.pk if author.user else None,
        reason=reason,
        client_key=client_key,
        **entry.columns(),
    )
    settle(play, result, state, by_director=author.source not in FIRST_HAND)
    return result


def settle(
    play: Play, result: Result | None, state: Play.State, *, by_director: bool = False
) -> None:
    """Say which version counts now and how sure it is; the standings and the phones follow."""
    play.current = result
    play.state = state
    play.save(update_fields=["current", "state"])
    table_changed(play.sitting.table_id)
    leave_news(play.sitting.round.tournament_id, play.pk, by_director=by_director)


def table_changed(table_id: int) -> None:
    """Let the phones of a table know that there is something new at it."""
    Table.objects.filter(pk=table_id).update(version=F("version") + 1)


def facts_changed(tournament_id: int) -> None:
    """Something changed that is no single result: standings and all phones look at it anew."""
    hall_changed(tournament_id)
    leave_news(tournament_id)


def hall_changed(tournament_id: int) -> None:
    """Let the phones of all tables know that there is something new for them."""
    Tournament.objects.filter(pk=tournament_id).update(hall_version=F("hall_version") + 1)


def show_extras(tournament_id: int) -> None:
    """Tell the pages that a board has something new which standings do not see."""
    changed = F("extras_version") + 1
    Tournament.objects.filter(pk=tournament_id).update(extras_version=changed)


def leave_news(
    tournament_id: int, play_id: int | None = None, *, by_director: bool = False
) -> None:
    """Leave news for the standings, in the caller's transaction; ask for them after it.

    News are only added, so nobody waits for anybody. Should the request get lost between the
    commit and the asking, the news are still there and ``ask_where_news_wait`` finds them.
    """
    News.objects.create(tournament_id=tournament_id, play_id=play_id, by_director=by_director)
    transaction.on_commit(partial(ask_for_standings, tournament_id), robust=True)


def ask_for_standings(tournament_id: int) -> None:
    """Have a worker count the news: at once, or together with those of the next moment."""
    jobs.submit(kind=STANDINGS_JOB, key=str(tournament_id), rest=REST_SECONDS)


@finds_work
def ask_where_news_wait() -> None:
    """Ask for all standings that are behind their facts."""
    behind = News.objects.filter(counted_in=None).values_list("tournament_id", flat=True)
    for tournament_id in behind.distinct().order_by("tournament_id"):
        ask_for_standings(tournament_id)


def log(
    tournament_id: int,
    action: str,
    *,
    user: User | None = None,
    who: str = "",
    **details: Any,
) -> LogEntry:
    """Add a line to the log; ``action`` is a key of ``tournaments.wording.ACTIONS``."""
    return LogEntry.objects.create(
        tournament_id=tournament_id,
        user_id=user.pk if user else None,
        who=who or (user.get_username() if user else ""),
        action=action,
        details=details,
    )


def same_slip(left: dict[str, Any], right: dict[str, Any]) -> bool:
    """Whether two slips say the same, however the keys were ordered."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
