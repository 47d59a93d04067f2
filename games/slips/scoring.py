"""What a table's slip is worth under a tournament's rules; the engine decides, nobody else."""

from collections.abc import Mapping
from typing import Any

from games.belot import SEATS_OF, SIDES_OF, SWITCHES, RuleError, check, variant_from_json
from games.belot.claims import possible_points
from games.belot.switches import switch_value

__all__ = ["RuleError", "browser_rules", "score_record", "score_slip"]


def score_slip(variant: Any, slip: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a slip (a summary of ``docs/deal-record.md`` without its variant).

    Raises RuleError, with the place and the rule, for a slip that no deal can give.
    """
    return check({"variant": variant, **slip})


def score_record(variant: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a full record under ``variant``; raises RuleError where it breaks a rule."""
    return check({**record, "variant": variant})


def browser_rules(variant: Any) -> dict[str, Any]:
    """A variant as ``static/js/score.js`` reads it: every switch, seats, sides and totals.

    ``totals`` are the card points of each contract before no-trumps doubling.
    """
    rules = variant_from_json(variant)
    seats, sides = SEATS_OF[rules.players], SIDES_OF[rules.players]
    possible = {contract: possible_points(rules, contract) for contract in rules.contracts.split()}
    return {
        **{key: switch_value(rules, key) for key in SWITCHES},
        "seats": seats,
        "sides": sides,
        "side_of": {seat: next(side for side in sides if seat in side) for seat in seats},
        "totals": {contract: points.total for contract, points in possible.items()},
        "cards_out": not all(points.exact for points in possible.values()),
        "somebody_must_name": somebody_must_name(variant),
    }


def somebody_must_name(variant: Any) -> bool:
    """Whether no deal is ever thrown in under these rules."""
    try:
        check({"variant": variant, "passed_out": True})
    except RuleError:
        return True
    return False
