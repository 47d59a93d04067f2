from django import template

from tournaments.cash.money import input_text, money_text

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """A formatted amount; a dash for none."""
    return "–" if amount is None else money_text(amount, currency)


@register.filter
def typed_money(amount: int | None, currency: str) -> str:
    """An amount as in a form field."""
    return input_text(amount, currency)


@register.filter
def absolute(amount: int) -> int:
    return abs(amount)


@register.filter
def difference(line: object) -> int:
    """Counted cash minus expected cash."""
    return int(getattr(line, "counted", 0)) - int(getattr(line, "expected", 0))
