from games.belot import Deal, Variant
from games.belot.heuristics.bots import with_announcements
from tests.games.belot.builders import hands_with

CALLS = {0: ["P", "P", "P"], 1: ["X", "P", "P", "P"], 2: ["X", "P", "P", "XX"]}
STRONG = "HJ H9 HA HT SA ST SK SQ"
"""All tricks in hearts; the belote can be on either side."""


def play_deal(rules: Variant, bid: str, contra: int, **hands: str) -> Deal:
    """North bids and leads its cards in order; the others play their lowest legal card."""
    deal = Deal(rules, "E", hands=hands_with(**hands))
    for call in [bid, *CALLS[contra]]:
        deal.call(call)
    order = hands["N"].split()
    while deal.turn is not None:
        legal = deal.legal
        code = min(legal, key=order.index) if deal.turn == "N" else legal[0]
        view = deal.view(deal.turn)
        card = with_announcements(view, next(c for c in range(32) if deal.table.code_of(c) == code))
        deal.play(card.code, card.declare, card.belote)
    return deal
