"""Format properties: predetermined or drawn by round, and length."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Tournament
from tournaments.movements import (
    FORMATS,
    Bracket,
    Format,
    Seating,
    build_bracket,
    kinds_of,
    play_bracket,
)


def entrants_word(unit: str) -> str:
    if unit == "team":
        return gettext("Teams")
    return gettext("Players") if unit == "player" else gettext("Pairs")


BY_STANDINGS = kinds_of(Seating.STANDINGS)
BRACKETS = kinds_of(Seating.BRACKET)
BY_LIVES = kinds_of(Seating.LIVES)
DRAWN_BY_ROUND = BY_STANDINGS | BRACKETS | BY_LIVES


def format_of(tournament: Tournament) -> Format | None:
    return FORMATS.get(tournament.movement_kind)


def is_drawn_by_round(tournament: Tournament) -> bool:
    return tournament.movement_kind in DRAWN_BY_ROUND


def is_bracket(tournament: Tournament) -> bool:
    """Whether losers are eliminated from a bracket or move down in it."""
    return tournament.movement_kind in BRACKETS


def has_consolation(tournament: Tournament) -> bool:
    """Return whether losers of the first match of a cup play on in a consolation."""
    return bool(tournament.movement_params.get("consolation"))


def has_lives(tournament: Tournament) -> bool:
    return tournament.movement_kind in BY_LIVES


def is_knockout(tournament: Tournament) -> bool:
    """Return whether ranks depend on the round of elimination."""
    return tournament.movement_kind in BRACKETS | BY_LIVES


def has_series(tournament: Tournament) -> bool:
    return is_bracket(tournament) and any(
        int(tournament.movement_params.get(name) or 1) > 1 for name in ("best_of", "final_best_of")
    )


def has_groups(tournament: Tournament) -> bool:
    row = format_of(tournament)
    return row is not None and row.groups is not None


def groups_of(tournament: Tournament) -> list[list[int]]:
    """Team numbers by group; empty for a format without groups."""
    row = format_of(tournament)
    return row.groups(tournament.movement_params) if row and row.groups else []


def is_relay(tournament: Tournament) -> bool:
    """Whether the two tables of a match play in different rounds."""
    row = format_of(tournament)
    return row is not None and row.is_relay


def has_all_meetings(tournament: Tournament) -> bool:
    row = format_of(tournament)
    return row is not None and row.all_meet


def tables_per_match(tournament: Tournament) -> int:
    """Tables per match: two for teams, else one."""
    return 2 if tournament.unit == Tournament.Unit.TEAM else 1


def rounds_of_bracket(bracket: Bracket) -> int:
    """Number of rounds if the better seed always wins and no final is repeated."""
    needed = {match.name: match.needed for match in bracket.matches}
    winners: dict[str, int] = {}
    rounds = 0
    while (state := play_bracket(bracket, winners)).ready:
        rounds += 1
        for name in state.ready:
            needed[name] -= 1
            if not needed[name]:
                winners[name] = min(side for side in state.sides[name] if side)
    return rounds


def planned_rounds(kind: str, params: Mapping[str, Any]) -> int | None:
    """Planned rounds; None if that depends on results."""
    if kind in BRACKETS:
        return rounds_of_bracket(build_bracket(kind, params))
    return int(params["rounds"]) if kind in BY_STANDINGS else None


def rounds_to_play(tournament: Tournament, drawn: Sequence[int]) -> list[int]:
    """Drawn rounds, plus the next planned one if drawn by round.

    Brackets have no such next round: an entrant that withdraws loses a match.
    """
    following = max(drawn, default=0) + 1
    planned = tournament.planned_rounds
    is_next = is_drawn_by_round(tournament) and not is_bracket(tournament)
    if is_next and (planned is None or following <= planned):
        return [*drawn, following]
    return list(drawn)


def rounds_in_all(tournament: Tournament) -> int:
    published = tournament.rounds.filter(is_published=True).count()
    return max(published, tournament.planned_rounds or 0)


def rounds_known(tournament: Tournament, published: int) -> int:
    """Total number of rounds; 0 while lives or a series decide it."""
    is_open = has_lives(tournament) or has_series(tournament)
    if is_open and tournament.state != Tournament.State.FINISHED:
        return 0
    return max(published, tournament.planned_rounds or 0)
