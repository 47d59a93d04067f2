from typing import Any

from games.belot import Deal, score
from games.belot.bots.knowledge import Knowledge, Masks
from games.belot.cards import CARD_OF, CARDS, mask_of
from games.belot.declarations import Meld, counting_melds, meld_of, value_of
from games.belot.switches import variant_from_json
from games.belot.table import table_of


def slip(contract: str, ns: int, ew: int, declarer: str = "N", **more: Any) -> dict[str, Any]:
    """Four-handed slip; points before premiums and doubling."""
    variant = more.pop("variant", "bulgarian")
    return {
        "variant": variant,
        "contract": contract,
        "declarer": declarer,
        "points": {"NS": ns, "EW": ew},
        **more,
    }


def score_and_hanging(record: dict[str, Any]) -> tuple[dict[str, int], int]:
    result: Any = score(record)
    assert "error" not in result, result
    return result["score"], result["hanging"]


def error_of(record: object) -> dict[str, Any]:
    answer: Any = score(record)
    assert "error" in answer, answer
    error: dict[str, Any] = answer["error"]
    return error


def hands_with(size: int = 8, seats: str = "NWSE", /, **some: str) -> dict[str, str]:
    """Whole hands with at least the named cards, the rest dealt in order."""
    named = {card for text in some.values() for card in text.split()}
    rest = iter(card for card in CARDS if card not in named)
    hands = {}
    for seat in seats:
        own = some.get(seat, "").split()
        own += [next(rest) for _ in range(size - len(own))]
        hands[seat] = " ".join(own)
    return hands


def deal_after_calls(
    *calls: str,
    variant: Any = "bulgarian",
    dealer: str = "E",
    turn_up: str | None = None,
    **hands: str,
) -> Deal:
    """Deal after these calls; by default North calls and leads first."""
    deal = Deal(variant, dealer, hands=hands_with(**hands), turn_up=turn_up)
    for call in calls:
        deal.call(call)
    return deal


def bid(contract: str, players: int = 4) -> list[str]:
    return [contract] + ["P"] * (players - 1)


def hand_mask(text: str) -> int:
    return mask_of(CARD_OF[code] for code in text.split())


def is_possible(known: Knowledge, hands: Masks) -> bool:
    """Whether all hidden cards can be distributed like this."""
    return (
        all(hand.bit_count() == size for hand, size in zip(hands, known.room, strict=True))
        and not any(hand & bar for hand, bar in zip(hands, known.barred, strict=True))
        and any(_has_sure_cards(hands, case) for case in known.cases)
    )


def _has_sure_cards(hands: Masks, case: Masks) -> bool:
    return not any(sure & ~hand for hand, sure in zip(hands, case, strict=True))


def meld(seat: str, cards: str) -> Meld:
    melds = meld_of("NWSE".index(seat), hand_mask(cards))
    assert melds is not None
    return melds


def contest(*announced: str, variant: Any = "bulgarian", contract: int = 2, first: int = 0):
    """Points of each side for combinations written as "N D7 D8 D9"."""
    rules = variant_from_json(variant)
    table = table_of(rules)
    melds = [meld(text[0], text[2:]) for text in announced]
    points = dict.fromkeys(table.sides, 0)
    for kept in counting_melds(melds, table, first, contract):
        points[table.sides[table.side_of[kept.seat]]] += value_of(kept, rules, contract)
    return points
