"""Results as text: scores, rulings and usual reasons."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.belot import Variant, possible_points
from games.wording.sides import sort_by_side
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
    """Total card points of a contract including the last ten, before doubling.

    Only prefills the other side; the engine checks stored results.
    """
    return possible_points(variant, contract).total


def result_words(result: Result) -> str:
    ruled = ruling_words(result.kind, result.awards)
    return ruled or game_words(result)


def game_words(result: Result) -> str:
    """Points of a game; a match starts with games: 2:1 or 2:1 (1402–1260)."""
    score = sort_by_side(result.outcome.get("score", {})).values()
    return played_words(score, sort_by_side(result.outcome.get("games") or {}).values())


def logged_game_words(row: Mapping[str, object]) -> str:
    figures = row.get("figures") or [row.get("ns") or 0, row.get("ew") or 0]
    won = row.get("games") or []
    assert isinstance(figures, list)
    assert isinstance(won, list)
    return played_words(figures, won)


def played_words(figures: Collection[int], won: Iterable[int]) -> str:
    """Games won and points as text; missing points are left out."""
    games = ":".join(map(str, won))
    points = figures_text(figures or (0, 0)) if any(figures) or not games else ""
    return f"{games} ({points})" if games and points else games or points


def figures_words(figures: Mapping[str, int]) -> str:
    """Points of both sides, or of three players: 701–480–512."""
    return figures_text(sort_by_side(figures).values() or (0, 0))


def reason_without_score(row: Any) -> str:
    """Why a board has no score: not played, adjusted, later."""
    if isinstance(row, Mapping):  # a log entry
        return ruling_words(row.get("kind", ""), row.get("awards") or {})
    return ruling_words(row.kind, row.awards)
