"""Rules that a tournament's result slips can tell: one figure stands for all that was announced."""

from django.utils.translation import gettext as _

from games.belot import Variant
from tournaments.errors import Refused

BELOTES_APART = {
    "belote_multiplied": True,
    "belote_when_lost": "other_side",
    "lost_declarations": "both",
}
"""The switches that look at belotes or declarations alone, at the values that do not."""


def must_fit_slips(variant: Variant) -> None:
    """Refuse rules that need to know how much of what was announced belotes are."""
    for key, usual in BELOTES_APART.items():
        if getattr(variant, key) != usual:
            raise Refused(
                "slips_too_short",
                _(
                    "On the result slips of a tournament declarations and belotes are one figure, "
                    "so this rule cannot be chosen here."
                ),
                field=f"variant.{key}",
            )
