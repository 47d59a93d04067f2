"""What a table's slip is worth under a tournament's rules; the engine decides, nobody else."""

from collections.abc import Mapping
from typing import Any

from games.belot import RuleError, check

__all__ = ["RuleError", "score_record", "score_slip"]


def score_slip(variant: Any, slip: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a slip (a summary of ``docs/deal-record.md`` without its variant).

    Raises RuleError, with the place and the rule, for a slip that no deal can give.
    """
    return check({"variant": variant, **slip})


def score_record(variant: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a full record under ``variant``; raises RuleError where it breaks a rule."""
    return check({**record, "variant": variant})
