"""Money in templates."""

from django import template

from tournaments.cash.money import money_text, typed_text

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """An amount as people write it; a dash for none."""
    return "–" if amount is None else money_text(amount, currency)


@register.filter
def typed_money(amount: int | None, currency: str) -> str:
    """An amount as it stands in a field."""
    return typed_text(amount, currency)


@register.filter
def absolute(amount: int) -> int:
    """An amount without its sign."""
    return abs(amount)


@register.filter
def difference(line: object) -> int:
    """By how much the counted cash is more than there should be."""
    return int(getattr(line, "counted", 0)) - int(getattr(line, "expected", 0))
