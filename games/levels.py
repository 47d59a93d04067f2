"""The players of a simulation, by name."""

from typing import Final

from django.utils.translation import pgettext_lazy

from games.wording import Text

LEVEL_NAMES: Final[dict[str, Text]] = {
    "random": pgettext_lazy("bot", "at random"),
    "thumb": pgettext_lazy("bot", "by rules of thumb"),
    "expert": pgettext_lazy("bot", "as an expert (slow)"),
}
LEVEL_CHOICES: Final = list(LEVEL_NAMES.items())
USUAL_LEVEL: Final = "thumb"


def level_name(level: str) -> str:
    """How a bot plays, in words."""
    return str(LEVEL_NAMES.get(level, level))
