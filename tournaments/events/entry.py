"""What is to be appended: a result as it will be stored, and who says so."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from games.models import Record
from tournaments.models import Result

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

    def columns(self) -> dict[str, object]:
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
