"""What enters a tournament, as a heading."""

from django.utils.translation import gettext


def entrants_word(unit: str) -> str:
    """“Pairs”, “Teams” or “Players”, as a tab or a heading."""
    if unit == "team":
        return gettext("Teams")
    return gettext("Players") if unit == "player" else gettext("Pairs")
