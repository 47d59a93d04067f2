"""Scores of slips under a tournament's rules; only the engine computes them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.belot import (
    CONTRACTS,
    RANKS,
    SIDES_OF,
    SWITCHES,
    RuleError,
    Variant,
    carres_in,
    check,
    possible_points,
    seats_of,
    switch_value,
    table_of,
    variant_to_json,
)
from games.slips.bids import bids_for_browser

__all__ = ["RuleError", "browser_rules", "score_record", "score_slip"]


def score_slip(variant: Variant, slip: Mapping[str, object]) -> dict[str, Any]:
    """Score a slip (a summary of ``docs/deal-record.md`` without its variant).

    Raises RuleError, with place and rule, for a slip that no deal can give.
    """
    return check({"variant": variant_to_json(variant), **slip})


def score_record(variant: Variant, record: Mapping[str, object]) -> dict[str, Any]:
    """Score a full record under ``variant``; raises RuleError if it breaks a rule."""
    return check({**record, "variant": variant_to_json(variant)})


def browser_rules(variant: Variant) -> dict[str, Any]:
    """A variant as ``static/js/slips/score.js`` reads it: switches, seats, sides and totals.

    ``totals`` are card points per contract before no-trumps doubling, ``times`` their
    multiplier, ``limits`` the digits at which totals round by the rest of the deal; ``scaled``
    is the contract reduced to 162 points, or None; ``belotes_apart``: a slip states belotes
    separately; ``numbers`` are the bids in card points.
    """
    seats, sides = seats_of(variant), SIDES_OF[variant.players]
    contracts = variant.contracts.split()
    possible = {contract: possible_points(variant, contract) for contract in contracts}
    table = table_of(variant)
    numbers = {contract: CONTRACTS.index(contract) for contract in contracts}
    return {
        **{key: switch_value(variant, key) for key in SWITCHES},
        "seats": seats,
        "sides": sides,
        "side_of": {seat: next(side for side in sides if seat in side) for seat in seats},
        "totals": {contract: points.total for contract, points in possible.items()},
        "times": {contract: table.times[number] for contract, number in numbers.items()},
        "limits": {contract: table.limits[number] for contract, number in numbers.items()},
        "scaled": None if table.scaled < 0 else CONTRACTS[table.scaled],
        "cards_out": not all(points.exact for points in possible.values()),
        "somebody_must_name": is_bid_forced(variant),
        "belotes_apart": variant.counts_belotes_apart,
        "carres": carre_table(variant),
        **bids_for_browser(variant),
    }


def carre_table(variant: Variant) -> dict[str, dict[str, int]]:
    """Points of four of a rank per contract, before the no-trumps switches."""
    whole = replace(variant, no_trumps_declarations=True, no_trumps_four_aces=0)
    return {
        contract: dict(zip(RANKS, carres_in(whole, contract), strict=True))
        for contract in variant.contracts.split()
    }


def is_bid_forced(variant: Variant) -> bool:
    """Whether no deal is ever passed out under these rules."""
    try:
        check({"variant": variant_to_json(variant), "passed_out": True})
    except RuleError:
        return True
    return False
