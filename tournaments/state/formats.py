"""Formats by name: which are seated in advance, which are drawn round by round, and how long."""

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
    """“Pairs”, “Teams” or “Players”, as a tab or a heading."""
    if unit == "team":
        return gettext("Teams")
    return gettext("Players") if unit == "player" else gettext("Pairs")


BY_STANDINGS = kinds_of(Seating.STANDINGS)
BRACKETS = kinds_of(Seating.BRACKET)
BY_LIVES = kinds_of(Seating.LIVES)
DRAWN = BY_STANDINGS | BRACKETS | BY_LIVES
"""The kinds whose rounds are drawn one after another; all others are seated in advance."""


def format_of(tournament: Tournament) -> Format | None:
    """What is told of its format; None before a draw."""
    return FORMATS.get(tournament.movement_kind)


def is_drawn_by_round(tournament: Tournament) -> bool:
    """Whether each round is drawn when the one before is over."""
    return tournament.movement_kind in DRAWN


def is_bracket(tournament: Tournament) -> bool:
    """Whether who loses goes out of a bracket, or down in it."""
    return tournament.movement_kind in BRACKETS


def has_consolation(tournament: Tournament) -> bool:
    """Return whether losers of the first match of a cup play on in a consolation."""
    return bool(tournament.movement_params.get("consolation"))


def has_lives(tournament: Tournament) -> bool:
    """Whether who loses loses a life."""
    return tournament.movement_kind in BY_LIVES


def is_knockout(tournament: Tournament) -> bool:
    """Return whether places follow from the round of elimination."""
    return tournament.movement_kind in BRACKETS | BY_LIVES


def has_series(tournament: Tournament) -> bool:
    """Whether two meet in several matches of a bracket: results decide how many there are."""
    return is_bracket(tournament) and any(
        int(tournament.movement_params.get(name) or 1) > 1 for name in ("best_of", "final_best_of")
    )


def has_groups(tournament: Tournament) -> bool:
    """Whether there are groups that play side by side."""
    row = format_of(tournament)
    return row is not None and row.groups is not None


def groups_of(tournament: Tournament) -> list[list[int]]:
    """The numbers of the teams of each group; empty for a format without groups."""
    row = format_of(tournament)
    return row.groups(tournament.movement_params) if row and row.groups else []


def is_relay(tournament: Tournament) -> bool:
    """Whether the two tables of a match play in different rounds."""
    row = format_of(tournament)
    return row is not None and row.is_relay


def do_all_meet(tournament: Tournament) -> bool:
    """Whether everybody meets everybody."""
    row = format_of(tournament)
    return row is not None and row.all_meet


def rooms(tournament: Tournament) -> int:
    """The tables of one meeting: a match of teams takes two."""
    return 2 if tournament.unit == Tournament.Unit.TEAM else 1


def rounds_of_bracket(bracket: Bracket) -> int:
    """How many rounds it takes when the better seed always wins (no final is repeated)."""
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
    """How many rounds will be drawn; None where that depends on the results."""
    if kind in BRACKETS:
        return rounds_of_bracket(build_bracket(kind, params))
    return int(params["rounds"]) if kind in BY_STANDINGS else None


def rounds_to_play(tournament: Tournament, drawn: Sequence[int]) -> list[int]:
    """Drawn rounds, and the next planned one where rounds are drawn one by one.

    None for a bracket: an entrant that leaves it loses a match.
    """
    following = max(drawn, default=0) + 1
    planned = tournament.planned_rounds
    is_next = is_drawn_by_round(tournament) and not is_bracket(tournament)
    if is_next and (planned is None or following <= planned):
        return [*drawn, following]
    return list(drawn)


def rounds_in_all(tournament: Tournament) -> int:
    """The rounds that are published or planned."""
    published = tournament.rounds.filter(is_published=True).count()
    return max(published, tournament.planned_rounds or 0)


def rounds_known(tournament: Tournament, published: int) -> int:
    """How many rounds there will be in all; 0 while lives or a series decide it."""
    is_open = has_lives(tournament) or has_series(tournament)
    if is_open and tournament.state != Tournament.State.FINISHED:
        return 0
    return max(published, tournament.planned_rounds or 0)
