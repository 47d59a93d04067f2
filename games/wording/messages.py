from django.utils.translation import gettext

from games.belot import MESSAGES, RuleError


def error_text(error: RuleError) -> str:
    """Translated text of an error: the broken rule and what would be right."""
    template = MESSAGES.get(error.rule)
    return gettext(template) % error.params if template else error.message
