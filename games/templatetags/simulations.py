from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from games.belot import Variant, changed_values
from games.parsing.hands import hand_text
from games.rulebook.house import encode_value
from games.wording.deals import SeatHand

register = template.Library()


def rules_query(variant: Variant) -> dict[str, str | int]:
    """Rules as URL parameters (see ``games.rulebook.house``)."""
    changed = changed_values(variant)
    return {"rules": variant.preset, **{f"s_{key}": encode_value(changed[key]) for key in changed}}


@register.simple_tag
def simulate_deal(variant: Variant, dealer: str, hands: Iterable[SeatHand]) -> str:
    cards = {f"hand_{hand.seat}": hand_text(list(hand.cards)) for hand in hands}
    query = {**rules_query(variant), "cards": "hands", "dealer": dealer, **cards}
    return f"{reverse('simulations')}?{urlencode(query)}"


@register.simple_tag
def simulate_contract(variant: Variant, contract: str, contra: int = 0) -> str:
    """URL of a simulation of a contract; empty for games that are not for four."""
    if variant.players != 4:
        return ""
    query = {
        **rules_query(variant),
        "auction": "fixed",
        "contract": contract,
        "contra": contra,
    }
    return f"{reverse('simulations')}?{urlencode(query)}"
