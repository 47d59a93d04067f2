"""The presets' names, and a sentence about each."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

PRESET_WORDS: Mapping[str, tuple[Text, Text]] = {
    "bulgarian": (
        _("Bulgarian belot"),
        _("Six contracts, contra and recontra, hanging points; scores in tens, to 151."),
    ),
    "belote": (
        _("Belote, common rules"),
        _("Six contracts; whoever is void must always trump, and any trump will do."),
    ),
    "belot": (
        _("Belot, Eastern European rules"),
        _("Six contracts; declarations need a trick, and a proven fault costs the deal."),
    ),
    "french": (
        _("French belote"),
        _("A card is turned up and its suit taken or not; points as they are, to 1001."),
    ),
    "bela": (
        _("Bela"),
        _("Croatian rules: somebody must name trumps; points as they are, to 1001."),
    ),
    "bela3": (
        _("Bela for three"),
        _("Each plays alone; the first player sees twelve cards and sets two aside."),
    ),
    "bela2": (_("Bela for two"), _("Ten cards each; one card is turned up to be taken or not.")),
    "belot3": (_("Belot for three"), _("Each plays alone with a pack of 24 cards.")),
    "belot2": (_("Belot for two"), _("Nine cards each from a pack of 24.")),
    "open_belot": (
        _("Open belot for two"),
        _("Sixteen cards each: eight in the hand, four face up on four face down."),
    ),
}


def rules_name(preset: str) -> str:
    """What the rules of a preset are called."""
    return str(PRESET_WORDS[preset][0]) if preset in PRESET_WORDS else preset


def rules_summary(preset: str) -> str:
    """A sentence about the rules of a preset."""
    return str(PRESET_WORDS[preset][1]) if preset in PRESET_WORDS else ""
