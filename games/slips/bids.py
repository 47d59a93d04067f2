"""The bids that a slip can tell where numbers are bid: which there are, and a slip's in short."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import pgettext

from games.belot import Variant, numbers_bid

CAPOT: Final = "capot"
"""The bid of all tricks without a number, where a form chooses."""


def bids_for_browser(variant: Variant) -> dict[str, object]:
    """The numbers in card points and how many of them 1 bid is; no number where none is bid."""
    numbers, unit = numbers_bid(variant) if variant.bids_numbers else ((), 1)
    return {"numbers": numbers, "number_unit": unit}


def bid_choices(variant: Variant) -> list[tuple[str, str]]:
    """What a form offers: each number as it is said, and all tricks where that is a bid alone."""
    if not variant.bids_numbers:
        return []
    numbers, unit = numbers_bid(variant)
    choices = [(str(number), str(number // unit)) for number in numbers]
    return choices + ([(CAPOT, pgettext("bid", "capot"))] if variant.capot_bid == "top" else [])


def bid_text(outcome: Mapping[str, object]) -> str:
    """What was bid, as players say it before a contract; empty where nothing was.

    ``outcome`` is what the engine makes of a slip: "120", "250 capot", "26" where 1 is ten points.
    """
    bid, unit = outcome.get("bid"), outcome.get("bid_unit", 1)
    if not isinstance(bid, int) or not isinstance(unit, int) or not bid:
        return ""
    bid //= unit
    return f"{bid} {pgettext('bid', 'capot')}" if outcome.get("capot_bid") else str(bid)


def with_unit(slip: Mapping[str, object], variant: Variant) -> dict[str, object]:
    """A slip that says how many card points 1 bid is, as results do where it is more than one."""
    unit = bids_for_browser(variant)["number_unit"]
    return {**slip, **({"bid_unit": unit} if slip.get("bid") and unit != 1 else {})}


def bid_in_form(slip: Mapping[str, object], variant: Variant) -> str:
    """A slip's bid as a form chooses it: its number, or the word for all tricks."""
    if slip.get("capot_bid") and variant.capot_bid == "top":
        return CAPOT
    return str(slip.get("bid") or "")


def bid_of_form(chosen: str, marked: bool, variant: Variant) -> dict[str, object]:
    """The part of a slip that says what was chosen; empty where nothing was."""
    if chosen == CAPOT:
        return {"bid": variant.capot_value, "capot_bid": True}
    said: dict[str, object] = {"bid": int(chosen)} if chosen else {}
    return said | ({"capot_bid": True} if marked else {})
