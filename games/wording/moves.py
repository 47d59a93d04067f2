"""Replay events in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.belot import MESSAGES, STEP_TEXTS, ScoringStep, WrittenBid, parse_bid
from games.wording import texts as wording

SIDE_PARAMS = frozenset({"side", "seat", "other", "expected"})
CARD_PARAMS = frozenset({"card", "king", "queen"})
MELD_LENGTHS = {3: "tierce", 4: "quarte"}
LENGTHS_OF_RUNS = {"tierce": 3, "quarte": 4, "quinte": 5}


def call_words(seat: str, call: str) -> str:
    name = wording.seat_name(seat)
    if call == "P":
        return _("%(seat)s passes.") % {"seat": name}
    if call == "TAKE":
        return _("%(seat)s takes the card turned up.") % {"seat": name}
    return _("%(seat)s says: %(call)s.") % {"seat": name, "call": call_name(call)}


def call_name(call: str) -> str:
    if call == "P":
        return _("pass")
    if call == "TAKE":
        return _("take it")
    if call == "ASHKAL":
        return _("ashkal")
    if call.startswith("X"):
        return contra_call(call)
    bid = parse_bid(call)
    if bid is not None:
        return bid_name(bid)
    return wording.contract_name(call)


def contra_call(call: str) -> str:
    level, _dash, closed = call.partition("-")
    name = wording.contra_name(len(level))
    return _("%(contra)s, closed") % {"contra": name} if closed else name


def bid_name(bid: WrittenBid) -> str:
    words = {"number": bid.number, "contract": wording.contract_name(bid.contract)}
    if not bid.promise:
        return _("%(number)s in %(contract)s") % words
    if bid.number:
        return _("%(number)s in %(contract)s, and all tricks") % words
    if bid.promise == 1:
        return _("all tricks in %(contract)s") % words
    return _("all tricks alone in %(contract)s") % words


def number_text(call: str) -> str:
    """A bid's number, with a star if all tricks go with it; empty for other calls."""
    bid = parse_bid(call)
    if bid is None:
        return ""
    return f"{bid.number}{'*' * bid.promise}" if bid.number else _("capot")


def card_words(seat: str, card: str, leads: bool) -> str:
    words = {"seat": wording.seat_name(seat), "card": wording.card_name(card)}
    return _("%(seat)s leads: %(card)s.") % words if leads else _("%(seat)s: %(card)s.") % words


def trick_words(seat: str, points: int) -> str:
    words = {"seat": wording.seat_name(seat), "points": points}
    return _("%(seat)s takes the trick, %(points)d points.") % words


def meld_name(is_carre: bool, length: int) -> str:
    if is_carre:
        return _("carré")
    return {"tierce": _("tierce"), "quarte": _("quarte")}.get(
        MELD_LENGTHS.get(length, ""), _("quinte")
    )


def announced_name(kind: str) -> str:
    if kind == "belote":
        return _("belote")
    return meld_name(kind == "carre", LENGTHS_OF_RUNS.get(kind, 0))


def step_words(step: ScoringStep) -> str:
    return _(STEP_TEXTS[step.key]) % translated_params(step.params)


def rule_words(rule: str, params: Mapping[str, object], fallback: str) -> str:
    template = MESSAGES.get(rule)
    return _(template) % translated_params(params) if template else fallback


def translated_params(params: Mapping[str, object]) -> dict[str, object]:
    """Translate seats, sides and cards in a message's parameters."""
    return {key: value_in_words(key, value) for key, value in params.items()}


def value_in_words(key: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if key in SIDE_PARAMS:
        return wording.seat_name(value)
    if key in CARD_PARAMS and len(value) == 2 and value[0] in wording.SUITS_AS_SHOWN:
        return wording.card_name(value)
    return value


def combination_name(kind: str) -> str:
    """A combination in a trick: four of a rank, a sequence, or king and queen of trumps."""
    if kind == "belote":
        return _("king and queen of trumps")
    return (
        _("four of a rank") if kind == "carre" else meld_name(False, 4 if kind == "quarte" else 3)
    )


def trick_roem_text(points: int) -> str:
    return _("Combinations in the trick: %(points)d.") % {"points": points}
