"""Tags of the score calculator and the match pad."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from games.templatetags.belot import state_dot, suit
from games.wording.texts import contract_mark, contract_name, outcome_name

register = template.Library()

OUTCOME_STATES: Final = {"made": "confirmed", "hanging": "silent"}


@register.simple_tag
def pad_mark(code: str) -> SafeString:
    """Draw a contract for a pad that names it: the suit, or the letters of no or all trumps.

    A language without such letters has its name alone: written twice, it would not fit.
    """
    mark = contract_mark(code)
    if not mark:
        return suit(code, label=False)
    if mark == contract_name(code):
        return SafeString("")
    return format_html('<span class="pad-mark" aria-hidden="true">{}</span>', mark)


@register.simple_tag
def outcome_state(outcome: str) -> SafeString:
    """Write an outcome large, with its shape: made, inside, hanging."""
    word = str(capfirst(outcome_name(outcome)))
    return state_dot(OUTCOME_STATES.get(outcome, "empty"), word, "state-strong")
