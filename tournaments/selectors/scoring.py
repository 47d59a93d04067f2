"""How a tournament is scored, as the plain values that the standings know."""

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from tournaments.models import Team, Tournament
from tournaments.movements.teams import RELAYS
from tournaments.standings import (
    VP_SCALES,
    FactsError,
    Method,
    Options,
    Tariff,
    TieBreak,
    VpScale,
    usual_chain,
)
from tournaments.standings.reading import read

ALL_PLAY_ALL: Final = RELAYS | {"round_robin", "berger", "head_to_head"}
KNOCK_OUT: Final = frozenset({"single_elimination", "double_elimination"})
NO_TIE_BREAKS: Final = "none"
"""The only entry of a chain by which all ties stand; an empty chain is the usual one."""


def method_of(tournament: Tournament) -> Method:
    """The way results are compared."""
    return Method(tournament.scoring)


def scale_of(tournament: Tournament) -> VpScale | Tariff | None:
    """What a match is worth, None where boards or games count themselves."""
    return scale_from(tournament.match_scale)


def scale_from(stored: Mapping[str, Any]) -> VpScale | Tariff | None:
    """A stored scale as a value; raises FactsError for one that is not known."""
    if "vp" in stored:
        if stored["vp"] not in VP_SCALES:
            raise FactsError(f"match: unknown scale {stored['vp']!r}")
        return VP_SCALES[stored["vp"]]
    return read(Tariff, dict(stored["tariff"]), "match") if "tariff" in stored else None


def options_of(tournament: Tournament) -> Options:
    """The choices about scoring, the defaults where nothing was chosen."""
    return read(Options, dict(tournament.scoring_options), "options")


def chain_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """The tie-breaks in order: those chosen, or the usual ones."""
    return chain_from(tournament.tie_breaks, usual_chain_of(tournament))


def chain_from(stored: list[str], usual: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
    """A stored chain as values."""
    if not stored:
        return usual
    return () if stored == [NO_TIE_BREAKS] else tuple(TieBreak(name) for name in stored)


def usual_chain_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """The chain that is proposed for this scoring and movement."""
    return usual_chain(method_of(tournament), tournament.movement_kind in ALL_PLAY_ALL)


def matches_count(tournament: Tournament) -> bool:
    """Whether what adds up are matches or games, and not boards."""
    method = method_of(tournament)
    return method.for_games or method is Method.PATTON or bool(tournament.match_scale)


def means_count(tournament: Tournament) -> bool:
    """Whether a total is a mean a board, and not a sum."""
    if matches_count(tournament):
        return False
    chosen = options_of(tournament).per_board
    return method_of(tournament).is_mean if chosen is None else chosen


def in_percent(tournament: Tournament) -> bool:
    """Whether totals are written in percent."""
    return method_of(tournament).in_percent and not matches_count(tournament)


def unit_of(tournament: Tournament) -> str:
    """What totals are counted in: a key of ``tournaments.scoring_words.UNITS``."""
    method = method_of(tournament)
    scale = tournament.match_scale
    if "vp" in scale:
        return "vp"
    if "tariff" in scale or method is Method.GAME_POINTS:
        return "match_points"
    if method.in_percent:
        return "percent"
    if method in (Method.BUTLER, Method.CROSS_IMPS, Method.IMPS):
        return "imps"
    return "wins" if method is Method.WINS_THEN_POINTS else "points"


def board_unit_of(tournament: Tournament) -> str:
    """What one board is counted in, whatever its match is worth."""
    method = method_of(tournament)
    if method.in_percent:
        return "percent"
    if method in (Method.BUTLER, Method.CROSS_IMPS, Method.IMPS):
        return "imps"
    return "points"


def is_signed(tournament: Tournament, unit: str) -> bool:
    """Whether figures in this unit fall on both sides of nothing, and so carry a sign."""
    method = method_of(tournament)
    if method.for_games or method in (Method.BOARD_A_MATCH, Method.PATTON):
        return False
    return unit in ("imps", "points")


def has_fixed_places(tournament: Tournament, unit: str) -> bool:
    """Whether figures always show decimals; others show them only where there are any."""
    if unit in ("percent", "vp"):
        return True
    return method_of(tournament) is Method.CROSS_IMPS or means_count(tournament)


def byes_count(tournament: Tournament) -> bool:
    """Whether a round without an opponent brings points.

    So it is where opponents are drawn round by round; in a movement everybody rests alike, and
    comparing boards needs no opponent.
    """
    if tournament.movement_kind in KNOCK_OUT or tournament.planned_rounds is None:
        return False
    return matches_count(tournament) or method_of(tournament).for_teams


def lots_of(tournament: Tournament, teams: Mapping[int, int]) -> tuple[int, ...]:
    """The teams (ids with their order of entry) in an order that the seed decides."""

    def lot(team: int) -> str:
        return hashlib.sha256(f"{tournament.seed}:lot:{teams[team]}".encode()).hexdigest()

    return tuple(sorted(teams, key=lot))


def handicap_of(team: Team) -> Fraction:
    """What is added to a team's total."""
    return Fraction(team.handicap or 0)
