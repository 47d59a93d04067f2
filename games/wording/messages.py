"""The engine's messages in the reader's language."""

from django.utils.translation import gettext

from games.belot import MESSAGES, RuleError


def words_of(error: RuleError) -> str:
    """What broke which rule and what would have been right, translated."""
    template = MESSAGES.get(error.rule)
    return gettext(template) % error.params if template else error.message
