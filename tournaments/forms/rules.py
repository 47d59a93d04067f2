"""Which rules of the game can be chosen, each with a sentence."""

from games.belot import PRESETS
from games.rulebook import PRESET_WORDS
from games.rulebook.presets import Text


def preset_choices() -> list[tuple[str, tuple[Text, Text]]]:
    """The presets for four players: id, and its name with a sentence about it."""
    return [
        (preset, PRESET_WORDS[preset])
        for preset, variant in PRESETS.items()
        if variant.players == 4
    ]
