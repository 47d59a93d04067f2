"""How strong the players of the computer are: the names by which everybody asks for them."""

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """A player of the computer, each stronger than the one before."""

    RANDOM = "random"
    THUMB = "thumb"
    EXPERT = "expert"


USUAL_LEVEL: Final[str] = Level.THUMB.value
