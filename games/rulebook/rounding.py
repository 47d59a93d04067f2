from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.belot import Amount, ScoringStep

LIMITS: Final[Mapping[str, str | Promise]] = {
    "NT": gettext_lazy("In no trumps the limit is 5."),
    "AT": gettext_lazy("In all trumps the limit is 4."),
}
USUAL_LIMITS: Final = {"NT": 5, "AT": 4}
USUAL_SUIT_LIMIT: Final = 6
SUIT_LIMIT: Final = gettext_lazy("In a suit the limit is 6.")
SENTENCES: Final[Mapping[str, str | Promise]] = {
    "exact": gettext_lazy("%(total)d is exactly %(tens)d tens."),
    "up": gettext_lazy("%(total)d ends in %(digit)d: up."),
    "down": gettext_lazy("%(total)d ends in %(digit)d: down."),
    "limit_up": gettext_lazy("%(total)d ends in %(digit)d, the limit: up, being the fewer."),
    "limit_hangs": gettext_lazy(
        "%(total)d ends in %(digit)d, the limit: up, since these points hang."
    ),
    "limit_down": gettext_lazy("%(total)d ends in %(digit)d, the limit: down."),
}
HALVES: Final[Mapping[str, str | Promise]] = {
    "rounding_half_up": gettext_lazy("Each amount goes to the nearest ten; a 5 goes up."),
    "rounding_tens_first": gettext_lazy(
        "Half of each amount goes to the nearest ten and is doubled; a 5 stays and makes one more."
    ),
    "rounding_half_down": gettext_lazy("Each amount goes to the nearest ten; a 5 goes down."),
}


def rounding_sentences(step: ScoringStep, contract: str) -> Iterator[str]:
    if step.key in HALVES:
        yield str(HALVES[step.key])
        limit = 0
    else:
        limit = int(str(step.params["limit"]))
        yield limit_sentence(contract, limit)
    sentences = (amount_sentence(amount, limit, hangs) for amount, hangs in step.amounts)
    yield from dict.fromkeys(sentences)


def limit_sentence(contract: str, limit: int) -> str:
    """The digit at which amounts round jointly; it is unusual in some rules."""
    if limit == USUAL_LIMITS.get(contract, USUAL_SUIT_LIMIT):
        return str(LIMITS.get(contract, SUIT_LIMIT))
    return _("Here the limit is %(limit)d.") % {"limit": limit}


def amount_sentence(amount: Amount, limit: int, hangs: bool) -> str:
    """How one amount is rounded, and by which digit; a limit of 0 is none.

    A sheet of card points keeps the tens, a sheet of match points counts them.
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
