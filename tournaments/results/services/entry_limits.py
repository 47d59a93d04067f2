"""Limit entries and confirmations per side: stored versions are never deleted."""

from typing import Final

from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.state.result_history import History

MOST_ENTRIES: Final = 10
"""Versions that one side may enter."""
MOST_WORDS: Final = 20
"""How often one side may say that a version is right, or is not."""


def must_have_entries_left(history: History, side: str) -> None:
    if history.entries_by(side) >= MOST_ENTRIES:
        raise too_often()


def must_have_words_left(history: History, side: str) -> None:
    if history.words_by(side) >= MOST_WORDS:
        raise too_often()


def too_often() -> Refused:
    return Refused(
        "too_often",
        _("This board was entered too often. Call the director, who alone can change it now."),
    )
