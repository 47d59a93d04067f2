"""What a table's slip is worth under a tournament's rules; the engine decides, nobody else."""

from collections.abc import Mapping
from typing import Any

from games.belot import (
    SEATS_OF,
    SIDES_OF,
    SWITCHES,
    RuleError,
    Variant,
    check,
    possible_points,
    switch_value,
    variant_to_json,
)

__all__ = ["RuleError", "browser_rules", "score_record", "score_slip"]


def score_slip(variant: Variant, slip: Mapping[str, object]) -> dict[str, Any]:
    """The outcome of a slip (a summary of ``docs/deal-record.md`` without its variant).

    Raises RuleError, with the place and the rule, for a slip that no deal can give.
    """
    return check({"variant": variant_to_json(variant), **slip})


def score_record(variant: Variant, record: Mapping[str, object]) -> dict[str, Any]:
    """The outcome of a full record under ``variant``; raises RuleError where it breaks a rule."""
    return check({**record, "variant": variant_to_json(variant)})


def browser_rules(variant: Variant) -> dict[str, Any]:
    """A variant as ``static/js/slips/score.js`` reads it: every switch, seats, sides and totals.

    ``totals`` are the card points of each contract before no-trumps doubling.
    """
    seats, sides = SEATS_OF[variant.players], SIDES_OF[variant.players]
    contracts = variant.contracts.split()
    possible = {contract: possible_points(variant, contract) for contract in contracts}
    return {
        **{key: switch_value(variant, key) for key in SWITCHES},
        "seats": seats,
        "sides": sides,
        "side_of": {seat: next(side for side in sides if seat in side) for seat in seats},
        "totals": {contract: points.total for contract, points in possible.items()},
        "cards_out": not all(points.exact for points in possible.values()),
        "somebody_must_name": somebody_must_name(variant),
    }


def somebody_must_name(variant: Variant) -> bool:
    """Whether no deal is ever thrown in under these rules."""
    try:
        check({"variant": variant_to_json(variant), "passed_out": True})
    except RuleError:
        return True
    return False
