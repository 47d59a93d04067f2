"""The engine's messages in the reader's language."""

from django.utils.translation import gettext

from games.belot import MESSAGES, RuleError


def words_of(error: RuleError) -> str:
    """The text of a refusal: the rule that was broken and what would have been right."""
    template = MESSAGES.get(error.rule)
    return gettext(template) % error.params if template else error.message
