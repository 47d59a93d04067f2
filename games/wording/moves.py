"""What happens in a replay, said in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.belot import MESSAGES, STEP_TEXTS, Step
from games.wording import words as wording

SIDE_PARAMS = frozenset({"side", "seat", "other", "expected"})
CARD_PARAMS = frozenset({"card", "king", "queen"})
MELD_LENGTHS = {3: "tierce", 4: "quarte"}


def call_words(seat: str, call: str) -> str:
    """A call as a sentence."""
    name = wording.seat_name(seat)
    if call == "P":
        return _("%(seat)s passes.") % {"seat": name}
    if call == "TAKE":
        return _("%(seat)s takes the card turned up.") % {"seat": name}
    return _("%(seat)s says: %(call)s.") % {"seat": name, "call": call_name(call)}


def call_name(call: str) -> str:
    """A call as one says it."""
    if call == "P":
        return _("pass")
    if call == "TAKE":
        return _("take it")
    if call.startswith("X"):
        return wording.contra_name(len(call))
    return wording.contract_name(call)


def card_words(seat: str, card: str, leads: bool) -> str:
    """A card that is led or played, as a sentence."""
    words = {"seat": wording.seat_name(seat), "card": wording.card_name(card)}
    return _("%(seat)s leads: %(card)s.") % words if leads else _("%(seat)s: %(card)s.") % words


def trick_words(seat: str, points: int) -> str:
    """The sentence that says who took a trick, and what was in it."""
    words = {"seat": wording.seat_name(seat), "points": points}
    return _("%(seat)s takes the trick, %(points)d points.") % words


def meld_name(is_carre: bool, length: int) -> str:
    """The name of a declaration."""
    if is_carre:
        return _("carré")
    return {"tierce": _("tierce"), "quarte": _("quarte")}.get(
        MELD_LENGTHS.get(length, ""), _("quinte")
    )


def step_words(step: Step) -> str:
    """One step of the scoring."""
    return _(STEP_TEXTS[step.key]) % in_words(step.params)


def rule_words(rule: str, params: Mapping[str, object], fallback: str) -> str:
    """The message of a broken rule, with seats and cards in words."""
    template = MESSAGES.get(rule)
    return _(template) % in_words(params) if template else fallback


def in_words(params: Mapping[str, object]) -> dict[str, object]:
    """Seats, sides and cards among a message's values, in words."""
    return {key: value_in_words(key, value) for key, value in params.items()}


def value_in_words(key: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if key in SIDE_PARAMS:
        return wording.seat_name(value)
    if key in CARD_PARAMS and len(value) == 2 and value[0] in wording.SUITS_AS_SHOWN:
        return wording.card_name(value)
    return value
