from collections.abc import Mapping
from typing import Final

from django.utils.translation import pgettext_lazy

from games.belot import Level
from games.wording.texts import Text

LEVEL_WORDS: Final[Mapping[str, Text]] = {
    Level.RANDOM: pgettext_lazy("bot", "at random"),
    Level.THUMB: pgettext_lazy("bot", "by rules of thumb"),
    Level.EXPERT: pgettext_lazy("bot", "as an expert (slow)"),
}
LEVEL_CHOICES: Final = [(level.value, LEVEL_WORDS[level]) for level in Level]


def level_name(level: str) -> str:
    return str(LEVEL_WORDS.get(level, level))
