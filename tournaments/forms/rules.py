"""Which rules of the game can be chosen, each with a sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import PRESETS

PRESET_WORDS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "bulgarian": (
        _("Bulgarian belot"),
        _("No trumps and all trumps, contra and recontra, hanging points, scores in tens."),
    ),
    "belote": (
        _("Belote with all contracts"),
        _("As Bulgarian belot, but no duty to overtrump a partner who wins the trick."),
    ),
    "belot": (
        _("Belot, Armenian rules"),
        _("Declarations need a trick; a rule broken at the table costs the deal."),
    ),
    "french": (
        _("French belote"),
        _("One card is turned up; trumps only; card points are written as they are."),
    ),
    "bela": (
        _("Bela"),
        _("Croatian rules: somebody must name trumps; all declarations count together."),
    ),
}


def preset_choices() -> list[tuple[str, tuple[str | Promise, str | Promise]]]:
    """The presets for four players: id, and its name with a sentence about it."""
    return [
        (preset, PRESET_WORDS.get(preset, (preset, "")))
        for preset, variant in PRESETS.items()
        if variant.players == 4
    ]


def rules_name(variant: object) -> str:
    """The name of a tournament's rules."""
    preset = variant.get("preset", "") if isinstance(variant, dict) else str(variant)
    return str(PRESET_WORDS.get(preset, (preset, ""))[0])
