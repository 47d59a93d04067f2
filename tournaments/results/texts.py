"""Results in words: what counts, why a board has no score of its own, usual reasons."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.belot import Variant, possible_points
from games.wording.sides import in_order
from games.wording.texts import figures_text
from tournaments.models import Result
from tournaments.standings.texts import ruling_words

USUAL_REASONS = [
    _("Read from the slip"),
    _("Both sides agree at the table"),
    _("Entered on the wrong board"),
    _("Decided by the director"),
    _("No time left to play it"),
]


def card_points(variant: Variant, contract: str) -> int:
    """All the card points of a contract, with the last ten and before doubling.

    Only to fill in the other side; what is stored is checked by the engine.
    """
    return possible_points(variant, contract).total


def result_words(result: Result) -> str:
    """Write what counts for a board: a ruling in words, or the score of both sides."""
    ruled = ruling_words(result.kind, result.awards)
    return ruled or game_words(result)


def game_words(result: Result) -> str:
    """Write the points of a result; of a match first the games, as 2:1 or 2:1 (1402–1260)."""
    score = in_order(result.outcome.get("score", {})).values()
    return played_words(score, in_order(result.outcome.get("games") or {}).values())


def logged_game_words(row: Mapping[str, object]) -> str:
    """Write a game as a line of the log keeps it."""
    figures = row.get("figures") or [row.get("ns") or 0, row.get("ew") or 0]
    won = row.get("games") or []
    assert isinstance(figures, list)
    assert isinstance(won, list)
    return played_words(figures, won)


def played_words(figures: Collection[int], won: Iterable[int]) -> str:
    """Write points, and before them the games won; points that nobody typed are left out."""
    games = ":".join(map(str, won))
    points = figures_text(figures or (0, 0)) if any(figures) or not games else ""
    return f"{games} ({points})" if games and points else games or points


def figures_words(figures: Mapping[str, int]) -> str:
    """Write the points of both sides, or of three players: 701–480–512."""
    return figures_text(in_order(figures).values() or (0, 0))


def ruling_in_words(row: Any) -> str:
    """Write why a board has no score of its own: not played, adjusted, later."""
    if isinstance(row, Mapping):  # a line of the log
        return ruling_words(row.get("kind", ""), row.get("awards") or {})
    return ruling_words(row.kind, row.awards)
