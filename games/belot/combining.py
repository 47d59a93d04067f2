"""Which values of switches go together; a variant that contradicts itself is refused (rules 6)."""

from collections.abc import Mapping
from typing import Final

from games.belot.errors import RuleError
from games.belot.factors import DOUBLE, SUITS, rows_in
from games.belot.variant import Variant

SUITS_ONLY: Final = "C D H S"
AUCTIONS_OF_NUMBERS: Final[frozenset[str]] = frozenset()
"""The auctions in which a call is a number; only they make a bid that can be counted."""
OF_TWO_SIDES: Final[Mapping[str, object]] = {
    "lost_base": "total",
    "lost_base_capot": "total",
    "lost_declarations": "both",
    "belote_when_lost": "other_side",
}
"""Rules of what one side gets from the other, at the values that also serve three players."""
IN_CARD_POINTS: Final = frozenset({160, 162, 250, 252})
IN_MATCH_POINTS: Final = frozenset({16, 25})


def check_together(base: Variant, variant: Variant, changed: Mapping[str, object]) -> None:
    """Refuse switches that contradict each other.

    The fault is laid on the switch that makes the demand, if it was given, else on the other.
    """
    _check_auction(base, variant, changed)
    _check_factors(variant, changed)
    _check_bids(variant, changed)
    _check_sheet(variant, changed)
    if variant.players == 3:
        for key, usual in OF_TWO_SIDES.items():
            if getattr(variant, key) != usual:
                raise RuleError("two_sides_only", f"variant.{key}")


def _check_auction(base: Variant, variant: Variant, changed: Mapping[str, object]) -> None:
    """Another auction needs four players, some need suits, and contra needs the ladder."""
    if variant.auction != base.auction and variant.players != 4:
        raise RuleError("auction_is_fixed", "variant.auction")
    if variant.auction != "ladder" and variant.contracts != SUITS_ONLY:
        guilty = "auction" if "auction" in changed else "contracts"
        raise RuleError("auction_needs_suits", f"variant.{guilty}", auction=variant.auction)
    if variant.auction != "ladder" and variant.contra_levels:
        raise RuleError("contra_needs_ladder", f"variant.{_giver_of_contra(changed)}")


def _giver_of_contra(changed: Mapping[str, object]) -> str:
    """The switch that brought contra to an auction without it."""
    if changed.get("factors", DOUBLE) != DOUBLE:
        return "factors"
    return "contra_levels" if "contra_levels" in changed else "auction"


def _check_factors(variant: Variant, changed: Mapping[str, object]) -> None:
    """Factors are named for contracts that can be played."""
    rows = {} if variant.factors == DOUBLE else rows_in(variant.factors) or {}
    for family in rows:
        if family != SUITS and family not in variant.contracts.split():
            guilty = "factors" if "factors" in changed else "contracts"
            raise RuleError("factors_of_no_contract", f"variant.{guilty}", contract=family)


def _check_bids(variant: Variant, changed: Mapping[str, object]) -> None:
    """A bid counts where numbers are bid, and is multiplied where it is written."""
    if variant.counts_bids and variant.auction not in AUCTIONS_OF_NUMBERS:
        counting = ("goal", "more"), ("made_award", "taken")
        key = next(key for key, usual in counting if getattr(variant, key) != usual)
        raise RuleError("bid_needs_numbers", f"variant.{key}")
    if variant.factors_on == "bid" and variant.made_award == "taken":
        guilty = "factors_on" if "factors_on" in changed else "made_award"
        raise RuleError("factors_need_bid", f"variant.{guilty}")


def _check_sheet(variant: Variant, changed: Mapping[str, object]) -> None:
    """What a lost contract counts is in the sheet's points; tens must be rounded somehow."""
    in_tens = variant.sheet == "match_points"
    foreign = IN_CARD_POINTS if in_tens else IN_MATCH_POINTS
    for key in ("lost_base", "lost_base_capot"):
        points = getattr(variant, key)
        if points in foreign:
            guilty = key if key in changed else "sheet"
            raise RuleError("base_of_other_sheet", f"variant.{guilty}", points=points)
    if in_tens and variant.rounding == "none":
        guilty = "rounding" if "rounding" in changed else "sheet"
        raise RuleError("tens_need_rounding", f"variant.{guilty}")
