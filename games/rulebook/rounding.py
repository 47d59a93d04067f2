"""How each amount of a deal is rounded to match points, in sentences (rules 4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import Step

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


class Amount(NamedTuple):
    """One amount before and after rounding, before contra."""

    total: int
    written: int
    hangs: bool


def rounding_sentences(steps: Sequence[Step], slip: Mapping[str, object]) -> Iterator[str]:
    """The limit of the contract, then a sentence for each different amount that is rounded."""
    contract = str(slip["contract"])
    limit = int(str(step_of(steps, "rounding").params["limit"]))
    yield str(LIMITS.get(contract, SUIT_LIMIT))
    yield from dict.fromkeys(sentence_of(amount, limit) for amount in amounts(steps, slip))


def sentence_of(amount: Amount, limit: int) -> str:
    """The sentence that says how one amount is rounded, and by which digit."""
    tens, digit = divmod(amount.total, 10)
    up = amount.written > tens
    if digit == 0:
        key = "exact"
    elif digit != limit:
        key = "up" if up else "down"
    else:
        key = "limit_hangs" if up and amount.hangs else "limit_up" if up else "limit_down"
    return str(SENTENCES[key]) % {"total": amount.total, "digit": digit, "tens": tens}


def amounts(steps: Sequence[Step], slip: Mapping[str, object]) -> Iterator[Amount]:
    """What is rounded: the whole deal where one side takes it or it hangs, else each total."""
    rounded = step_of(steps, "rounding").numbers
    decided = next(step for step in steps if step.key in ("made", "lost", "hanging"))
    totals, own = decided.numbers, str(decided.params["side"])
    apart = premium_apart(steps)
    whole = sum(totals.values()) - apart
    hangs = decided.key == "hanging"
    if any(step.key == "takes_all" for step in steps):
        yield Amount(whole, max(rounded.values()), False)
    elif hangs and slip.get("contra"):
        yield Amount(whole, whole // 10 + (whole % 10 > limit_of(steps)), True)
    else:
        for side, total in totals.items():
            if side != own or decided.key == "made":
                yield Amount(total - apart * (side == slip.get("capot")), rounded[side], False)
            elif hangs:
                yield Amount(total, int(str(step_of(steps, "waits").params["hanging"])), True)


def limit_of(steps: Sequence[Step]) -> int:
    return int(str(step_of(steps, "rounding").params["limit"]))


def premium_apart(steps: Sequence[Step]) -> int:
    """The card points of a capot premium that is written apart, not rounded."""
    found = [step for step in steps if step.key == "capot_apart"]
    return 10 * int(str(found[0].params["extra"])) if found else 0


def step_of(steps: Sequence[Step], key: str) -> Step:
    """The step of that key; StopIteration where there is none."""
    return next(step for step in steps if step.key == key)
