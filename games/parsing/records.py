import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.belot import CARDS, Deal, RuleError, from_text
from games.belot.records import object_kind, read_items
from games.rulebook import rule_of
from games.wording import texts as wording
from games.wording.moves import call_name, rule_words

JSON_START = re.compile(r"\s*(\{|\[\s*[\{\]])")
PLACE = re.compile(r"(\w+)\[(\d+)\]")


def read_record(text: str) -> dict[str, object]:
    """The single full record of a text, checked; raises RuleError at its first fault."""
    text = text.lstrip("\ufeff")
    if not JSON_START.match(text):
        return from_text(text)
    items = list(read_items(text))
    if len(items) != 1:
        raise RuleError("not_an_object")
    record = items[0]
    if isinstance(record, RuleError):
        raise record
    if not isinstance(record, dict) or object_kind(record) != "record":
        raise RuleError("missing_key", "pack", key="pack")
    return Deal.from_record(record).record()


@dataclass(frozen=True, slots=True)
class RecordFault:
    place: str
    message: str
    cards: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()


def fault_from_error(error: RuleError) -> RecordFault:
    legal = tuple(error.legal or ())
    return RecordFault(
        place=place_words(error.at),
        message=rule_words(error.rule, error.params, error.message),
        cards=tuple(wording.sort_for_display([code for code in legal if code in CARDS])),
        calls=tuple(call_name(code) for code in legal if code not in CARDS),
    )


def place_words(at: str) -> str:
    match = PLACE.match(at)
    if match:
        name, number = match[1], int(match[2]) + 1
        numbered = {
            "calls": _("Call %(n)d"),
            "play": _("Card %(n)d of the play"),
            "declarations": _("Declaration %(n)d"),
            "belotes": _("Belote %(n)d"),
        }
        return numbered.get(name, at) % {"n": number}
    if at.startswith("line "):
        return _("Line %(n)s") % {"n": at[5:]}
    if at.startswith("hands."):
        return _("The hand of %(seat)s") % {"seat": wording.seat_name(at[6:])}
    if at.startswith("variant."):
        return _("The rules, “%(rule)s”") % {"rule": switch_title(at[8:])}
    return {
        "variant": _("The rules"),
        "dealer": _("The dealer"),
        "pack": _("The pack"),
        "hands": _("The hands"),
        "turn_up": _("The card turned up"),
        "set_aside": _("The cards set aside"),
        "irregularity": _("The fault"),
    }.get(at, at)


def switch_title(key: str) -> str:
    try:
        return str(rule_of(key).title)
    except KeyError:
        return key
