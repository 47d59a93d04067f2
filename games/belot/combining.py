"""Refuse variants whose switches contradict each other (rules 6)."""

from collections.abc import Mapping
from typing import Final

from games.belot.errors import RuleError
from games.belot.factors import DOUBLE, MATCH, SUITS, factor_rows
from games.belot.variant import Variant

SUITS_ONLY: Final = "C D H S"
NO_ALL_TRUMPS: Final = "C D H S NT"
NUMBER_AUCTIONS: Final = frozenset({"numeric"})
"""Only these bids can be counted."""
SUIT_AUCTIONS: Final = frozenset({"turn_up", "name", "eldest"})
"""Nothing is doubled."""
TWO_SIDED_DEFAULTS: Final[Mapping[str, object]] = {
    "lost_base": "total",
    "lost_base_capot": "total",
    "lost_declarations": "both",
    "belote_when_lost": "other_side",
}
"""Values required with three players."""
IN_CARD_POINTS: Final = frozenset({160, 162, 250, 252})
IN_MATCH_POINTS: Final = frozenset({16, 25})


def check_consistency(base: Variant, variant: Variant, changed: Mapping[str, object]) -> None:
    """Refuse contradicting switches.

    The error names the switch that makes the demand, if given, else the other one.
    """
    _check_auction(base, variant, changed)
    _check_turn_up(variant, changed)
    _check_factors(variant, changed)
    _check_bids(variant, changed)
    _check_sheet(variant, changed)
    if variant.match_deals and variant.until == "enough":
        guilty = "match_deals" if "match_deals" in changed else "until"
        raise RuleError("deals_are_whole", f"variant.{guilty}")
    if variant.direction == "clockwise" and variant.players != 4:
        raise RuleError("direction_of_four", "variant.direction")
    _check_tricks(variant, changed)
    if variant.long_runs == "four" and variant.run_of_eight == "quinte_and_tierce":
        guilty = "long_runs" if "long_runs" in changed else "run_of_eight"
        raise RuleError("eight_beyond_four", f"variant.{guilty}")
    if variant.players == 3:
        for key, usual in TWO_SIDED_DEFAULTS.items():
            if getattr(variant, key) != usual:
                raise RuleError("two_sides_only", f"variant.{key}")


def _check_auction(base: Variant, variant: Variant, changed: Mapping[str, object]) -> None:
    if variant.auction != base.auction and variant.players != 4:
        raise RuleError("auction_is_fixed", "variant.auction")
    if variant.layout == "set_aside" and variant.first_call != base.first_call:
        raise RuleError("caller_is_fixed", "variant.first_call")
    if variant.turn_up_no_trumps:
        _check_sun(variant, changed)
        return
    if variant.auction in SUIT_AUCTIONS and variant.contracts != SUITS_ONLY:
        guilty = "auction" if "auction" in changed else "contracts"
        raise RuleError("auction_needs_suits", f"variant.{guilty}", auction=variant.auction)
    if variant.auction in SUIT_AUCTIONS and variant.contra_levels:
        raise RuleError("contra_needs_ladder", f"variant.{_contra_switch_at_fault(changed)}")
    _check_rest(variant, changed)


def _check_sun(variant: Variant, changed: Mapping[str, object]) -> None:
    fits = {
        "auction": variant.auction == "turn_up",
        "contracts": variant.contracts == NO_ALL_TRUMPS,
        "turn_up_no_trumps": variant.players == 4,
    }
    for key, does in fits.items():
        if not does:
            raise RuleError(
                "sun_needs_turn_up",
                f"variant.{_switch_at_fault('turn_up_no_trumps', key, changed)}",
            )
    _check_rest(variant, changed)


def _check_rest(variant: Variant, changed: Mapping[str, object]) -> None:
    if (
        variant.auction == "turn_up"
        and variant.layout == "packets"
        and not _has_second_deal(variant)
    ):
        guilty = "auction" if "auction" in changed else "packets"
        raise RuleError("turn_up_needs_rest", f"variant.{guilty}")


def _has_second_deal(variant: Variant) -> bool:
    return " / " in variant.packets


def _check_turn_up(variant: Variant, changed: Mapping[str, object]) -> None:
    usual = {"turn_up_goes_to": "taker", "turn_up_again": False, "exchange_seven": False}
    for key, value in usual.items():
        if variant.auction != "turn_up" and getattr(variant, key) != value:
            raise RuleError("no_turn_up", f"variant.{_switch_at_fault(key, 'auction', changed)}")
    if variant.turn_up_goes_to != "taker" and variant.layout != "packets":
        raise RuleError("no_turn_up", "variant.turn_up_goes_to")
    goes_out = variant.layout == "turned_card" or variant.turn_up_goes_to == "out"
    if variant.turn_up_goes_to == "out" and variant.players == 4:
        raise RuleError("turn_up_has_no_place", "variant.turn_up_goes_to")
    if variant.exchange_seven and not goes_out:
        raise RuleError("turn_up_has_no_place", "variant.exchange_seven")


def _switch_at_fault(key: str, other: str, changed: Mapping[str, object]) -> str:
    return key if key in changed else other


def _contra_switch_at_fault(changed: Mapping[str, object]) -> str:
    if changed.get("factors", DOUBLE) != DOUBLE:
        return "factors"
    return "contra_levels" if "contra_levels" in changed else "auction"


def _check_factors(variant: Variant, changed: Mapping[str, object]) -> None:
    rows = {} if variant.factors == DOUBLE else factor_rows(variant.factors) or {}
    if variant.players == 3 and any(MATCH in row for row in rows.values()):
        raise RuleError("two_sides_only", "variant.factors")
    for family in rows:
        if family != SUITS and family not in variant.contracts.split():
            guilty = "factors" if "factors" in changed else "contracts"
            raise RuleError("factors_of_no_contract", f"variant.{guilty}", contract=family)


def _check_bids(variant: Variant, changed: Mapping[str, object]) -> None:
    if variant.counts_bids and variant.auction not in NUMBER_AUCTIONS:
        counting = ("goal", "more"), ("made_award", "taken")
        key = next(key for key, usual in counting if getattr(variant, key) != usual)
        raise RuleError("bid_needs_numbers", f"variant.{key}")
    if variant.capot_bid != "none" and variant.auction not in NUMBER_AUCTIONS:
        raise RuleError("bid_needs_numbers", "variant.capot_bid")
    if variant.solo_value and variant.capot_bid != "top":
        guilty = "solo_value" if "solo_value" in changed else "capot_bid"
        raise RuleError("solo_needs_capot", f"variant.{guilty}")
    if variant.factors_on == "bid" and variant.made_award == "taken":
        guilty = "factors_on" if "factors_on" in changed else "made_award"
        raise RuleError("factors_need_bid", f"variant.{guilty}")


def _check_tricks(variant: Variant, changed: Mapping[str, object]) -> None:
    if variant.declarations == "trick" and (
        variant.players != 4 or variant.contracts != SUITS_ONLY
    ):
        guilty = "declarations" if "declarations" in changed else "contracts"
        raise RuleError("combinations_in_tricks", f"variant.{guilty}")
    if variant.fault_points and variant.irregularity != "forfeit":
        guilty = "fault_points" if "fault_points" in changed else "irregularity"
        raise RuleError("fault_points_without_forfeit", f"variant.{guilty}")


def _check_sheet(variant: Variant, changed: Mapping[str, object]) -> None:
    in_tens = variant.sheet == "match_points"
    foreign = IN_CARD_POINTS if in_tens else IN_MATCH_POINTS
    for key in ("lost_base", "lost_base_capot"):
        points = getattr(variant, key)
        if points in foreign:
            guilty = key if key in changed else "sheet"
            raise RuleError("base_of_other_sheet", f"variant.{guilty}", points=points)
    is_paired = in_tens and variant.rounding == "paired"
    if variant.no_trumps_tens_first and not (is_paired and variant.no_trumps_factor == 2):
        raise RuleError("tens_first_needs_tens", f"variant.{_tens_fault(changed)}")
    if in_tens and variant.last_deal == "exact":
        guilty = "last_deal" if "last_deal" in changed else "sheet"
        raise RuleError("exact_needs_card_points", f"variant.{guilty}")
    if in_tens and variant.rounding == "none":
        guilty = "rounding" if "rounding" in changed else "sheet"
        raise RuleError("tens_need_rounding", f"variant.{guilty}")


def _tens_fault(changed: Mapping[str, object]) -> str:
    keys = ("no_trumps_tens_first", "rounding", "sheet", "no_trumps_factor")
    return next(key for key in keys if key in changed)
