"""Results in words: what counts, why a board has no score of its own, usual reasons."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.wording.sides import in_order
from games.wording.words import figures_text
from tournaments.models import Result
from tournaments.ranking.words import ruling_words

# Only to fill in the other side; what is stored is checked by the engine.
TRUMP_POINTS = 162
CARD_POINTS = {"NT": 130, "AT": 258}
USUAL_REASONS = [
    _("Read from the slip"),
    _("Both sides agree at the table"),
    _("Entered on the wrong board"),
    _("Decided by the director"),
    _("No time left to play it"),
]


def card_points(contract: str) -> int:
    """All the card points of a contract, with the last ten and before doubling."""
    return CARD_POINTS.get(contract, TRUMP_POINTS)


def result_words(result: Result) -> str:
    """Write what counts for a board: a ruling in words, or the score of both sides."""
    ruled = ruling_words(result.kind, result.awards)
    return ruled or figures_words(result.outcome.get("score", {}))


def figures_words(figures: Mapping[str, int]) -> str:
    """Write the points of both sides, or of three players: 701–480–512."""
    return figures_text(in_order(figures).values() or (0, 0))


def ruling_in_words(row: Any) -> str:
    """Write why a board has no score of its own: not played, adjusted, later."""
    if isinstance(row, Mapping):  # a line of the log
        return ruling_words(row.get("kind", ""), row.get("awards") or {})
    return ruling_words(row.kind, row.awards)
