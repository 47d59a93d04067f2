"""What counts where numbers are bid: points made, points bid, or both."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.belot import PRESETS, Variant, changed_values, variant_from_json
from games.rulebook.presets import Text

AWARDS: Mapping[str, tuple[Text, Text]] = {
    "taken": (
        pgettext_lazy("what counts", "Points made"),
        _("Each side scores what it took. The bid only has to be reached."),
    ),
    "bid": (
        pgettext_lazy("what counts", "Points bid"),
        _("Only the bid is scored: by the declaring side or, if it failed, by the other."),
    ),
    "taken_and_bid": (
        pgettext_lazy("what counts", "Points made and bid"),
        _("Each side scores what it took, and the declaring side its bid as well."),
    ),
}


def with_award(variant: Variant, award: str) -> Variant:
    """Change what counts; other values remain as in the preset.

    With points bid, the cards of a lost contract score nothing; with points made, contra
    multiplies the whole deal.
    """
    if award == variant.made_award:
        return variant
    base = PRESETS[variant.preset]
    cards = (0, 0) if award == "bid" else (base.lost_base, base.lost_base_capot)
    counted = {
        "made_award": award,
        "lost_base": cards[0],
        "lost_base_capot": cards[1],
        "factors_on": "deal" if award == "taken" else base.factors_on,
    }
    return variant_from_json({"preset": variant.preset, **changed_values(variant), **counted})
