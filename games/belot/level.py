"""Names of the bots' strength levels."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    RANDOM = "random"
    THUMB = "thumb"
    EXPERT = "expert"


USUAL_LEVEL: Final[str] = Level.THUMB.value
