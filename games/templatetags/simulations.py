"""Links that fill the form of a simulation."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from games.belot import variant_from_json
from games.hand_reading import typed
from games.house import encoded

register = template.Library()


def rules_query(variant: Any) -> dict[str, Any]:
    """Rules as an address carries them (see ``games.house``)."""
    if isinstance(variant, str):
        return {"rules": variant}
    switches = {f"s_{key}": encoded(value) for key, value in variant.items() if key != "preset"}
    return {"rules": variant["preset"], **switches}


@register.simple_tag
def simulate_deal(variant: Any, dealer: str, hands: Iterable[Any]) -> str:
    """The address of a simulation of this deal; ``hands`` have a ``seat`` and its ``cards``."""
    cards = {f"hand_{hand.seat}": typed(list(hand.cards)) for hand in hands}
    query = {**rules_query(variant), "cards": "hands", "dealer": dealer, **cards}
    return f"{reverse('simulations')}?{urlencode(query)}"


@register.simple_tag
def simulate_contract(variant: Any, contract: str, contra: int = 0) -> str:
    """The address of a simulation of a contract; empty where it is no game for four."""
    if variant_from_json(variant).players != 4:
        return ""
    query: dict[str, Any] = {
        **rules_query(variant),
        "auction": "fixed",
        "contract": contract,
        "contra": contra,
    }
    return f"{reverse('simulations')}?{urlencode(query)}"
