from collections.abc import Mapping
from typing import Any, TypeVar

from games.belot.cards import SUITS, card_list, write_cards
from games.belot.errors import RuleError
from games.belot.moves import Moves
from games.belot.records.shape import check_record
from games.belot.switches import variant_from_json, variant_to_json
from games.belot.table import table_of
from games.belot.variant import Variant

DealT = TypeVar("DealT", bound=Moves)


def replay(
    kind: type[DealT], obj: Mapping[str, Any], outer: Variant | None = None, due: str = ""
) -> DealT:
    """Deal of a full record, checked as in deal-record, "Command"; RuleError at the first fault.

    `outer`: variant of the match; `due`: seat due to deal there.
    """
    check_record(obj, outer is None)
    variant = variant_in_match(obj, outer)
    _check_dealer(obj["dealer"], variant, due)
    if "hands" in obj:
        _check_seats(obj["hands"], variant)
    deal = kind(
        variant,
        obj["dealer"],
        pack=obj.get("pack"),
        hands=obj.get("hands"),
        turn_up=obj.get("turn_up"),
    )
    for call in obj.get("calls", ()):
        deal.call(call)
    if "set_aside" in obj:
        deal.set_aside(obj["set_aside"])
    if "exchange" in obj:
        deal.exchange(obj["exchange"])
    for card in obj.get("play", "").split():
        deal.play(card)
    for item in obj.get("declarations", ()):
        deal.declare(item["seat"], item["cards"])
    for item in obj.get("belotes", ()):
        deal.announce_belote(item["seat"], item["suit"])
    if "melds" in obj:
        _claim_all(deal, obj["melds"])
    if "irregularity" in obj:
        deal.fault(obj["irregularity"])
    return deal


def _claim_all(deal: Moves, claims: list[list[int]]) -> None:
    if deal.variant.declarations != "trick":
        raise RuleError("melds_not_used", "melds")
    deal.claims = []
    for trick, points in claims:
        deal.claim(trick, points)


def variant_in_match(obj: Mapping[str, Any], outer: Variant | None) -> Variant:
    if outer is not None and "variant" not in obj:
        return outer
    variant = variant_from_json(obj["variant"])
    if outer is not None and variant != outer:
        raise RuleError("variant_differs", "variant")
    return variant


def _check_dealer(dealer: str, variant: Variant, expected: str) -> None:
    table = table_of(variant)
    if dealer not in table.seats:
        raise RuleError("unknown_seat", "dealer", value=dealer, known=" ".join(table.seats))
    if expected and dealer != expected:
        raise RuleError("dealer_out_of_turn", "dealer", seat=dealer, expected=expected)


def _check_seats(hands: Mapping[str, object], variant: Variant) -> None:
    seats = table_of(variant).seats
    for seat in hands:
        if seat not in seats:
            raise RuleError("unknown_key", f"hands.{seat}", key=seat)
    for seat in seats:
        if seat not in hands:
            raise RuleError("missing_key", f"hands.{seat}", key=seat)


def record_of(deal: Moves) -> dict[str, Any]:
    seats = deal.table.seats
    record: dict[str, Any] = {"variant": variant_to_json(deal.variant), "dealer": deal.dealer}
    record |= deal.source()
    record["calls"] = [deal.table.code_of(call) for call in deal.calls]
    if deal.set_aside_cards:
        record["set_aside"] = write_cards(deal.set_aside_cards)
    if deal.exchanger >= 0:
        record["exchange"] = seats[deal.exchanger]
    if deal.melds:
        record["declarations"] = [
            {"seat": seats[meld.seat], "cards": write_cards(card_list(meld.cards))}
            for _, meld in deal.melds
        ]
    if deal.belotes:
        record["belotes"] = [
            {"seat": seats[belote.seat], "suit": SUITS[belote.suit]} for _, belote in deal.belotes
        ]
    if deal.claims is not None:
        record["melds"] = [list(claim) for claim in sorted(deal.claims)]
    if deal.played:
        record["play"] = write_cards(deal.played)
    if deal.offender >= 0:
        record["irregularity"] = seats[deal.offender]
    return record
