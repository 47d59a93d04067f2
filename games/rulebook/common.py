"""What holds in every variant (rules 2)."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COMMON: Final[tuple[str | Promise, ...]] = (
    _("Play goes counter-clockwise; the player on the dealer's right calls and leads first."),
    _("Trumps, from high to low: jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, seven."),
    _("Other suits: ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven."),
    _("In all trumps every suit ranks and counts as trumps."),
    _("The last trick is worth 10 more, taking every trick 90 more."),
    _("A deal holds 162 points in a suit, 130 in no trumps (doubled: 260) and 258 in all trumps."),
    _("Three cards in sequence are worth 20, four 50, five or more 100."),
    _("Four jacks are worth 200, four nines 150, four aces, kings, queens or tens 100."),
    _("King and queen of trumps in one hand, the belote, are worth 20."),
    _("Declarations are announced with the player's first card, never in no trumps."),
    _("The declaring side must have more points; else everything goes to the other side."),
)
