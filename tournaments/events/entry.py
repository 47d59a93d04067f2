"""A result to be appended, and its author."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from games.models import Record
from tournaments.models import Result

KINDS_WITH_NET = frozenset({Result.Kind.PLAYED, Result.Kind.PASSED_OUT, Result.Kind.GAME})


@dataclass(frozen=True, kw_only=True)
class Author:
    source: Result.Source
    side: str = ""
    who: str = ""
    user: User | None = None


@dataclass(frozen=True, kw_only=True)
class Entry:
    kind: Result.Kind
    slip: dict[str, Any]
    outcome: dict[str, Any] = field(default_factory=dict)
    record: Record | None = None
    awards: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> tuple[int, int]:
        score = self.outcome.get("score", {})
        return score.get("NS", 0), score.get("EW", 0)

    def columns(self) -> dict[str, object]:
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
            "net": ns - ew if self.kind in KINDS_WITH_NET else None,
        }
