"""The one place that appends facts; standings are asked for here and nowhere else.

Lock order everywhere: the play, then the tournament.
"""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import F

from games.models import Record
from jobs import services as jobs
from tournaments.models import LogEntry, Play, Result, Tournament

STANDINGS_JOB = "standings"
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
    settle(play, result, state)
    return result


def settle(play: Play, result: Result | None, state: Play.State) -> None:
    """Say which version counts now and how sure it is; the standings follow."""
    play.current = result
    play.state = state
    play.save(update_fields=["current", "state"])
    facts_changed(play.sitting.round.tournament_id)


def facts_changed(tournament_id: int) -> None:
    """Raise the version of the facts and ask for new standings, all in the caller's transaction.

    The UPDATE comes first: it holds the row until the commit, and a rebuild reads its facts only
    after it has locked the same row, so it can never miss a fact that saw its job still waiting.
    """
    Tournament.objects.filter(pk=tournament_id).update(facts_version=F("facts_version") + 1)
    jobs.submit(kind=STANDINGS_JOB, key=str(tournament_id))


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
