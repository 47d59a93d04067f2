"""Names of a deal's sides on a sheet, by number of players."""

from collections.abc import Mapping
from typing import Final, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.belot import SIDES_OF, Variant

Text = str | Promise
T = TypeVar("T")
SHEET_ORDER: Final = ("NS", "EW", "N", "W", "S", "E")

SIDE_WORDS: Final[Mapping[int, tuple[Text, ...]]] = {
    4: (pgettext_lazy("side", "We"), pgettext_lazy("side", "You")),
    3: (_("Player 1"), _("Player 2"), _("Player 3")),
    2: (pgettext_lazy("player", "I"), pgettext_lazy("player", "You")),
}


def side_words(variant: Variant) -> dict[str, str]:
    """Each side's word, in the order of the sheet's columns."""
    words = SIDE_WORDS[variant.players]
    return dict(zip(SIDES_OF[variant.players], map(str, words), strict=True))


def sort_by_side(figures: Mapping[str, T]) -> dict[str, T]:
    """Sort figures by side or seat as on the sheet; PostgreSQL reorders JSON keys."""
    return {side: figures[side] for side in SHEET_ORDER if side in figures}
