"""Scoring settings of a tournament as `standings` values."""

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Team, Tournament
from tournaments.scoring import GAME_METHODS, TEAM_METHODS, Method, TieBreak, default_tie_breaks
from tournaments.state.formats import has_all_meetings, has_groups, is_bracket, is_knockout

NO_TIE_BREAKS: Final = "none"
"""Only entry of a chain without tie-breaks; an empty chain is the default one."""


def chain_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    return chain_from(tournament.tie_breaks, usual_chain_of(tournament))


def chain_from(stored: list[str], usual: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
    if not stored:
        return usual
    return () if stored == [NO_TIE_BREAKS] else tuple(TieBreak(name) for name in stored)


def usual_chain_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    return default_tie_breaks(
        tournament.method, has_all_meetings(tournament), is_knockout=is_knockout(tournament)
    )


def has_match_scoring(tournament: Tournament) -> bool:
    """Whether totals count matches or games instead of boards."""
    method = tournament.method
    return method.for_games or method is Method.PATTON or bool(tournament.match_scale)


def has_mean_totals(tournament: Tournament) -> bool:
    if has_match_scoring(tournament):
        return False
    chosen = tournament.options.per_board
    return tournament.method.is_mean if chosen is None else chosen


def figure_unit(tournament: Tournament) -> str:
    """Unit of totals, a key of ``tournaments.standings.texts.FIGURE_UNITS``."""
    scale = tournament.match_scale
    if "vp" in scale:
        return "vp"
    return "match_points" if "tariff" in scale else tournament.method.told.unit


def board_figure_unit(tournament: Tournament) -> str:
    """Unit of a board's score, independent of match scoring."""
    row = tournament.method.told
    return row.board_unit or row.unit


def is_signed(tournament: Tournament, unit: str) -> bool:
    """Whether figures of this unit can be negative and are shown with a sign."""
    return tournament.method.told.is_signed and unit in ("imps", "points")


def has_fixed_places(tournament: Tournament, unit: str) -> bool:
    """Whether figures always have decimals."""
    if unit in ("percent", "vp"):
        return True
    return tournament.method.told.has_fixed_places or has_mean_totals(tournament)


def annuls_leavers(tournament: Tournament) -> bool:
    """Return whether matches of an early leaver are annulled; only in a complete round robin."""
    counts = has_match_scoring(tournament) or tournament.method.for_teams
    all_meet = has_all_meetings(tournament) or has_groups(tournament)
    return all_meet and counts and tournament.options.annul_leavers


def has_scored_byes(tournament: Tournament) -> bool:
    """Whether a bye scores.

    Only if opponents are drawn by round: in a movement all rest equally, and board comparison
    needs no opponent.
    """
    if is_bracket(tournament) or tournament.planned_rounds is None:
        return False
    return has_match_scoring(tournament) or tournament.method.for_teams


def check_is_comparable(tournament: Tournament) -> None:
    """Refuse prepared boards with three individual players per table."""
    if tournament.variant.players == 3 and not tournament.is_open_play:
        raise RuleViolationError(
            "three_with_boards",
            _(
                "Three at a table play each for themselves, so their results on the same boards "
                "cannot be compared. Let them shuffle at the table."
            ),
            field="cards",
        )


def lots_of(tournament: Tournament, teams: Mapping[int, int]) -> tuple[int, ...]:
    """Teams in an order derived from the seed; ``teams`` maps ids to order of entry."""

    def lot(team: int) -> str:
        return hashlib.sha256(f"{tournament.seed}:lot:{teams[team]}".encode()).hexdigest()

    return tuple(sorted(teams, key=lot))


def handicap_of(team: Team) -> Fraction:
    return Fraction(team.handicap or 0)


FIELD_METHODS: Final = tuple(
    method for method in Method if method not in TEAM_METHODS and method not in GAME_METHODS
)


def methods_for(unit: str, cards: str) -> tuple[Method, ...]:
    """Scoring methods for the entrant and card type, default first."""
    if cards == Tournament.Cards.OPEN:
        return tuple(method for method in Method if method in GAME_METHODS)
    if unit == Tournament.Unit.TEAM:
        return tuple(method for method in Method if method in TEAM_METHODS)
    return FIELD_METHODS
