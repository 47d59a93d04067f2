"""Limit entries and confirmations per side: stored versions are never deleted."""

from typing import Final

from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.state.result_history import History

MAX_ENTRIES: Final = 10
"""Per side and play."""
MAX_CONFIRMATIONS: Final = 20
"""Agreements and disagreements, per side and play."""


def check_entry_limit(history: History, side: str) -> None:
    if history.entries_by(side) >= MAX_ENTRIES:
        raise too_many_entries_error()


def check_confirmation_limit(history: History, side: str) -> None:
    if history.confirmation_count_by(side) >= MAX_CONFIRMATIONS:
        raise too_many_entries_error()


def too_many_entries_error() -> RuleViolationError:
    return RuleViolationError(
        "too_often",
        _("This board was entered too often. Call the director, who alone can change it now."),
    )
