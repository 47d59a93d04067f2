from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.models import Adjustment, Play, Result, Tournament


@dataclass(frozen=True, slots=True)
class AdjustmentStatus:
    row: Adjustment
    amount: Fraction
    cancelled_by: Adjustment | None


def adjustments_of(tournament: Tournament, *, for_public: bool = False) -> list[AdjustmentStatus]:
    """All adjustments, newest first; the public sees neither hidden nor cancelled ones."""
    rows = Adjustment.objects.filter(tournament=tournament, cancels__isnull=True)
    rows = rows.select_related("team", "round", "cancelled_by").order_by("-pk")
    statuses = [AdjustmentStatus(row, Fraction(row.amount), cancellation_of(row)) for row in rows]
    if not for_public:
        return statuses
    return [each for each in statuses if each.row.is_public and each.cancelled_by is None]


def cancellation_of(row: Adjustment) -> Adjustment | None:
    return getattr(row, "cancelled_by", None)


def ruled_plays(tournament: Tournament) -> list[Play]:
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, current__kind__in=Result.BY_RULING
    ).select_related("current__user", "board", "sitting__round", "sitting__table")
    return list(plays.order_by("sitting__round__number", "sitting__table__number", "order"))


def is_public(result: Result) -> bool:
    slip: Mapping[str, Any] = result.slip
    return bool(slip.get("public", False))
