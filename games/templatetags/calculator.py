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
    """Draw a contract whose name follows: the suit, or the letters of no or all trumps.

    Empty in languages whose letters are the name.
    """
    mark = contract_mark(code)
    if not mark:
        return suit(code, label=False)
    if mark == contract_name(code):
        return SafeString("")
    return format_html('<span class="pad-mark" aria-hidden="true">{}</span>', mark)


@register.simple_tag
def outcome_state(outcome: str) -> SafeString:
    word = str(capfirst(outcome_name(outcome)))
    return state_dot(OUTCOME_STATES.get(outcome, "empty"), word, "state-strong")
