from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.belot.bots import Rung
from games.wording.texts import Text

RUNG_WORDS: Final[Mapping[str, tuple[Text, Text]]] = {
    Rung.RANDOM: (
        pgettext_lazy("player", "Random"),
        gettext_lazy("Makes any call and plays any card that the rules allow."),
    ),
    Rung.BEGINNER: (
        pgettext_lazy("player", "Beginner"),
        gettext_lazy("Bids on a whim; plays one card in three at random."),
    ),
    Rung.CLUB: (
        pgettext_lazy("player", "Club player"),
        gettext_lazy(
            "Bids a little more boldly or cautiously than the book, and makes occasional mistakes."
        ),
    ),
    Rung.THUMB: (
        pgettext_lazy("player", "By the book"),
        gettext_lazy("Counts the hand and plays by rules of thumb, without a slip."),
    ),
    Rung.QUICK: (
        pgettext_lazy("player", "Quick expert"),
        gettext_lazy(
            "Imagines two ways in which the hidden cards may lie, and plays both to the end."
        ),
    ),
    Rung.EXPERT: (
        pgettext_lazy("player", "Expert"),
        gettext_lazy("Imagines twenty such ways that fit all calls and cards so far."),
    ),
}


def rung_name(rung: str) -> str:
    return str(RUNG_WORDS[rung][0])


def rung_choices() -> list[tuple[str, Text]]:
    return [(rung.value, RUNG_WORDS[rung][0]) for rung in Rung]
