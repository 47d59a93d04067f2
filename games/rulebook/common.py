"""What nearly every variant shares (rules 2)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import DEFAULT_PRESET, PRESETS, Variant

SUITS: Final = "C D H S"


class Shared(NamedTuple):
    """A sentence, and where it is true and concerns anybody."""

    sentence: str | Promise
    holds: Callable[[Variant], bool] = lambda variant: True


def counts_usual_carres(variant: Variant) -> bool:
    """Whether four of a kind count what they do in most games."""
    return variant.carre_points == PRESETS[DEFAULT_PRESET].carre_points


def plays(variant: Variant, contract: str) -> bool:
    """Whether a contract can be played."""
    return contract in variant.contracts.split()


COMMON: Final = (
    Shared(
        _("Play goes counter-clockwise; the player on the dealer's right calls and leads first."),
        lambda variant: (variant.direction, variant.first_call) == ("counter_clockwise", "eldest"),
    ),
    Shared(
        _(
            "Trumps, from high to low: jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, "
            "seven."
        )
    ),
    Shared(_("Other suits: ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven.")),
    Shared(
        _("In all trumps every suit ranks and counts as trumps."),
        lambda variant: plays(variant, "AT") and variant.points != "level",
    ),
    Shared(
        _("The last trick is worth 10 more, taking every trick 90 more."),
        lambda variant: variant.capot_points == 90 and variant.capot_for == "both",
    ),
    Shared(
        _(
            "A deal holds 162 points in a suit, 130 in no trumps (doubled: 260) and 258 in all "
            "trumps."
        ),
        lambda variant: (
            plays(variant, "NT")
            and plays(variant, "AT")
            and variant.points == "classic"
            and variant.no_trumps_factor == 2
        ),
    ),
    Shared(_("A deal holds 162 points."), lambda variant: variant.contracts == SUITS),
    Shared(
        _("Three cards in sequence are worth 20, four 50, five or more 100."),
        lambda variant: variant.declarations == "hand" and variant.long_runs != "four",
    ),
    Shared(
        _("Four jacks are worth 200, four nines 150, four aces, kings, queens or tens 100."),
        lambda variant: variant.declarations == "hand" and counts_usual_carres(variant),
    ),
    Shared(
        _("King and queen of trumps in one hand, the belote, are worth 20."),
        lambda variant: variant.declarations != "trick",
    ),
    Shared(
        _("Declarations are announced with the player's first card, never in no trumps."),
        lambda variant: (
            variant.declarations == "hand"
            and plays(variant, "NT")
            and not variant.no_trumps_declarations
        ),
    ),
    Shared(
        _("Declarations are announced with the player’s first card."),
        lambda variant: variant.declarations == "hand" and variant.contracts == SUITS,
    ),
    Shared(
        _("The declaring side must have more points; else everything goes to the other side."),
        lambda variant: variant.goal == "more",
    ),
)


def common_to(variant: Variant) -> list[str | Promise]:
    """What a variant shares with nearly all others, as sentences."""
    return [shared.sentence for shared in COMMON if shared.holds(variant)]
