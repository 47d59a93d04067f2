from collections.abc import Mapping
from typing import Final

from django.utils.translation import pgettext

from games.belot import Variant, biddable_numbers

CAPOT: Final = "capot"
"""Form value: all tricks, without a number."""
SOLO: Final = "solo"
"""Form value: all tricks by one player alone."""


def bids_for_browser(variant: Variant) -> dict[str, object]:
    """Number bids in card points, and the card points of 1 bid; empty where none is bid."""
    numbers, unit = biddable_numbers(variant) if variant.bids_numbers else ((), 1)
    return {"numbers": numbers, "number_unit": unit}


def bid_choices(variant: Variant) -> list[tuple[str, str]]:
    """Form choices: each number as spoken, and all tricks where they have no number."""
    if not variant.bids_numbers:
        return []
    numbers, unit = biddable_numbers(variant)
    choices = [(str(number), str(number // unit)) for number in numbers]
    choices += [(CAPOT, pgettext("bid", "capot"))] if variant.capot_bid == "top" else []
    return choices + ([(SOLO, pgettext("bid", "capot alone"))] if variant.solo_value else [])


def bid_text(outcome: Mapping[str, object]) -> str:
    """The bid of an engine's ``outcome`` as players say it; empty without one.

    "120", "250 capot", "500 capot alone", "26" where 1 is ten points.
    """
    bid, unit = outcome.get("bid"), outcome.get("bid_unit", 1)
    if not isinstance(bid, int) or not isinstance(unit, int) or not bid:
        return ""
    bid //= unit
    if outcome.get("solo_bid"):
        return f"{bid} {pgettext('bid', 'capot alone')}"
    return f"{bid} {pgettext('bid', 'capot')}" if outcome.get("capot_bid") else str(bid)


def with_unit(slip: Mapping[str, object], variant: Variant) -> dict[str, object]:
    """Add what results say of a bid: ``bid_unit`` if it is not 1, and ``solo_bid``."""
    unit = bids_for_browser(variant)["number_unit"]
    unit_fields = {"bid_unit": unit} if slip.get("bid") and unit != 1 else {}
    return {**slip, **unit_fields, **({"solo_bid": True} if is_solo_bid(slip, variant) else {})}


def is_solo_bid(slip: Mapping[str, object], variant: Variant) -> bool:
    is_whole = variant.solo_value > 0 and bool(slip.get("capot_bid"))
    return is_whole and slip.get("bid") == variant.solo_value


def form_value_of_bid(slip: Mapping[str, object], variant: Variant) -> str:
    if is_solo_bid(slip, variant):
        return SOLO
    if slip.get("capot_bid") and variant.capot_bid == "top":
        return CAPOT
    return str(slip.get("bid") or "")


def bid_from_form(chosen: str, marked: bool, variant: Variant) -> dict[str, object]:
    if chosen == SOLO:
        return {"bid": variant.solo_value, "capot_bid": True}
    if chosen == CAPOT:
        return {"bid": variant.capot_value, "capot_bid": True}
    fields: dict[str, object] = {"bid": int(chosen)} if chosen else {}
    return fields | ({"capot_bid": True} if marked else {})
