from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournaments.cash.money import money_text, read_money
from tournaments.cash.selectors.fees import USUAL_FEES
from tournaments.errors import RuleViolationError
from tournaments.models import CashUndoStep, FeeKind, LedgerLine

KEY_LETTERS: Final[Mapping[str, str | Promise]] = {
    "here": pgettext_lazy("key: they are here", "T"),
    "pay": pgettext_lazy("key: paid in cash", "P"),
    "card": pgettext_lazy("key: paid by card", "K"),
    "late": pgettext_lazy("key: come late", "Z"),
    "leave": pgettext_lazy("key: do not play", "O"),
    "refund": pgettext_lazy("key: money back", "V"),
}
"""As shown; the script also knows keys by position."""


def fees_text(values: Mapping[str, Any]) -> str:
    currency = values["fee_currency"] or "EUR"
    kinds = {f"fee_{code}": FeeKind.Code(code).label for code in USUAL_FEES} | {"fee_member": ""}
    amounts = {
        name: (word, typed_amount(values[name], currency))
        for name, word in {**kinds, **values.get("own_fees", {})}.items()
    }
    parts = [f"{word} {amount}".strip() for word, amount in amounts.values() if amount]
    return ", ".join(parts) or _("Entry is free")


def typed_amount(text: object, currency: str) -> str:
    """A formatted amount; unreadable text is returned unchanged."""
    typed = str(text or "").strip()
    try:
        return money_text(read_money(typed, currency), currency) if typed else ""
    except RuleViolationError:
        return typed


def undone_text(step: CashUndoStep, currency: str) -> str:
    name = step.team.name if step.team else ""
    if step.line is None:
        return _("Taken back, as it was before: %s") % name
    amount = money_text(abs(step.line.amount or step.line.owed), currency)
    return _("Taken back: %(what)s %(amount)s, %(team)s") % {
        "what": step.line.get_kind_display(),
        "amount": amount,
        "team": name,
    }


def line_text(line: LedgerLine) -> str:
    if line.cancels is not None:
        words = _("line %(number)d cancelled (%(what)s)")
        return words % {"number": line.cancels.number, "what": line.cancels.get_kind_display()}
    return str(line.get_kind_display())
