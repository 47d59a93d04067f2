"""How each amount of a deal is rounded to match points, in sentences (rules 4)."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import Amount, Step

LIMITS: Final[Mapping[str, str | Promise]] = {
    "NT": _("In no trumps the limit is 5."),
    "AT": _("In all trumps the limit is 4."),
}
SUIT_LIMIT: Final = _("In a suit the limit is 6.")
SENTENCES: Final[Mapping[str, str | Promise]] = {
    "exact": _("%(total)d is exactly %(tens)d tens."),
    "up": _("%(total)d ends in %(digit)d: up."),
    "down": _("%(total)d ends in %(digit)d: down."),
    "limit_up": _("%(total)d ends in %(digit)d, the limit: up, being the fewer."),
    "limit_hangs": _("%(total)d ends in %(digit)d, the limit: up, since these points hang."),
    "limit_down": _("%(total)d ends in %(digit)d, the limit: down."),
}
HALVES: Final[Mapping[str, str | Promise]] = {
    "rounding_half_up": _("Each amount goes to the nearest ten; a 5 goes up."),
    "rounding_half_down": _("Each amount goes to the nearest ten; a 5 goes down."),
}


def rounding_sentences(step: Step, contract: str) -> Iterator[str]:
    """How amounts are rounded, then a sentence for each different amount that is."""
    if step.key in HALVES:
        yield str(HALVES[step.key])
        limit = 0
    else:
        limit = int(str(step.params["limit"]))
        yield str(LIMITS.get(contract, SUIT_LIMIT))
    told = (sentence_of(amount, limit, hangs) for amount, hangs in step.amounts)
    yield from dict.fromkeys(told)


def sentence_of(amount: Amount, limit: int, hangs: bool) -> str:
    """The sentence that says how one amount is rounded, and by which digit; a limit of 0 is none.

    A sheet of card points has the tens as they are, one of match points counts them.
    """
    tens, digit = divmod(amount.total, 10)
    up = amount.rounded not in (tens, 10 * tens)
    if digit == 0:
        key = "exact"
    elif digit != limit:
        key = "up" if up else "down"
    else:
        key = "limit_hangs" if up and hangs else "limit_up" if up else "limit_down"
    return str(SENTENCES[key]) % {"total": amount.total, "digit": digit, "tens": tens}
