"""Money as integers of the smallest currency unit: parse and format."""

import re
from collections.abc import Mapping
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError

SPACE: Final = "\u00a0"
MINUS: Final = "−"
MAX_AMOUNT: Final = 1_000_000_000
"""In the smallest coin; more than any till."""
CURRENCIES: Final[Mapping[str, tuple[int, str]]] = {
    "EUR": (2, "€"),
    "BGN": (2, "лв."),
    "HRK": (2, "kn"),
    "BAM": (2, "KM"),
    "CHF": (2, "CHF"),
    "CZK": (2, "Kč"),
    "GBP": (2, "£"),
    "HUF": (2, "Ft"),
    "ISK": (0, "kr"),
    "JPY": (0, "¥"),
    "MKD": (2, "ден."),
    "PLN": (2, "zł"),
    "RON": (2, "lei"),
    "RSD": (2, "din."),
    "TRY": (2, "₺"),
    "UAH": (2, "₴"),
    "USD": (2, "$"),
    "XAF": (0, "FCFA"),
    "XOF": (0, "FCFA"),
}
"""ISO 4217 code to decimals and sign."""
SIGN_FIRST: Final = frozenset("€£$¥₺₴")
"""English writes these before the amount (€12), Dutch too (€ 12)."""
SIGN_SEPARATORS: Final = {"en": "", "nl": SPACE}
"""Between sign and amount, by language."""
AMOUNT_PATTERN: Final = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,3}))?")


def decimals_of(currency: str) -> int:
    return CURRENCIES.get(currency, (2, currency))[0]


def sign_of(currency: str) -> str:
    return CURRENCIES.get(currency, (2, currency))[1]


def minor_units(currency: str) -> int:
    """Minor units per major unit, such as 100; 1 if there are none."""
    return int(10 ** decimals_of(currency))


def money_text(amount: int, currency: str) -> str:
    """Localized amount: 12 €, 23,50 €; in English €12, in Dutch € 23,50."""
    figure = amount_digits(abs(amount), currency)
    sign = sign_of(currency)
    minus = MINUS if amount < 0 else ""
    language = (get_language() or "en").split("-")[0]
    if sign in SIGN_FIRST and language in SIGN_SEPARATORS:
        return f"{minus}{sign}{SIGN_SEPARATORS[language]}{figure}"
    return f"{minus}{figure}{SPACE}{sign}"


def amount_digits(amount: int, currency: str) -> str:
    """Digits only; decimals only if not zero."""
    whole, small = divmod(amount, minor_units(currency))
    written = str(whole) if whole < 10_000 else f"{whole:,}".replace(",", thousands_separator())
    if not small:
        return written
    return f"{written}{get_format('DECIMAL_SEPARATOR')}{small:0{decimals_of(currency)}d}"


def thousands_separator() -> str:
    sign = str(get_format("THOUSAND_SEPARATOR"))
    return SPACE if sign.isspace() or not sign else sign


def input_text(amount: int | None, currency: str) -> str:
    """Value for an input field: localized digits without sign."""
    if amount is None:
        return ""
    whole, small = divmod(amount, minor_units(currency))
    if not small:
        return str(whole)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{small:0{decimals_of(currency)}d}"


def read_money(text: str, currency: str, *, field: str = "amount") -> int:
    """Parse an amount; raises RuleViolationError if invalid or too large."""
    clean = text.strip()
    for sign in (sign_of(currency), currency):
        clean = clean.replace(sign, "")
    clean = re.sub(r"[\s\u00a0\u202f]", "", clean)
    amount_match = AMOUNT_PATTERN.fullmatch(clean)
    places = decimals_of(currency)
    if amount_match is None:
        words = _("Write an amount, such as %(example)s.")
        raise RuleViolationError(
            "no_amount", words % {"example": example_of(currency)}, field=field
        )
    small = amount_match[2] or ""
    if len(small) > places:
        words = _("%(currency)s has at most %(n)d decimals.")
        raise RuleViolationError(
            "too_small", words % {"currency": currency, "n": places}, field=field
        )
    amount = int(amount_match[1]) * minor_units(currency) + int(small.ljust(places, "0") or 0)
    if amount > MAX_AMOUNT:
        raise RuleViolationError("too_much", _("This amount is too large."), field=field)
    return amount


def example_of(currency: str) -> str:
    return input_text(12 * minor_units(currency) + minor_units(currency) // 2, currency)
