"""Formats by name: which are seated in advance, which are drawn round by round, and how long."""

from collections.abc import Mapping
from typing import Any

from games.belot import variant_from_json
from tournaments.models import Tournament
from tournaments.movements.double_elimination import double_elimination
from tournaments.movements.knockout import Bracket, play, single_elimination

BY_STANDINGS = frozenset({"swiss", "danish", "random"})
BRACKETS = frozenset({"single_elimination", "double_elimination"})
LIVES = "lives"
DRAWN = BY_STANDINGS | BRACKETS | {LIVES}
"""The kinds whose rounds are drawn one after another; all others are seated in advance."""

FIRST_ROUNDS = ("lot", "seeding", "accelerated")
"""How the first round is drawn where later ones follow the standings."""


def is_drawn_by_round(tournament: Tournament) -> bool:
    """Whether each round is drawn when the one before is over."""
    return tournament.movement_kind in DRAWN


def is_open_play(tournament: Tournament) -> bool:
    """Whether cards are shuffled at the table."""
    return tournament.cards == Tournament.Cards.OPEN


def sides_of_game(tournament: Tournament) -> tuple[str, ...]:
    """Who has points of their own in a game: both sides, or three players by their places."""
    three = variant_from_json(tournament.variant).players == 3
    return ("N", "W", "S") if three else ("NS", "EW")


def boards_a_round(tournament: Tournament) -> int:
    """The plays of a sitting: its boards, or the one game of open play."""
    return 1 if is_open_play(tournament) else tournament.boards_per_round


def rooms(tournament: Tournament) -> int:
    """The tables of one meeting: a match of teams takes two."""
    return 2 if tournament.unit == Tournament.Unit.TEAM else 1


def bracket_from(kind: str, params: Mapping[str, Any]) -> Bracket:
    """The bracket of these parameters; `consolation` is none of the library's."""
    values = {name: value for name, value in params.items() if name != "consolation"}
    build = single_elimination if kind == "single_elimination" else double_elimination
    return build(**values)


def rounds_of_bracket(bracket: Bracket) -> int:
    """How many rounds it takes when the better seed always wins (no final is repeated)."""
    winners: dict[str, int] = {}
    rounds = 0
    while (state := play(bracket, winners)).ready:
        rounds += 1
        for name in state.ready:
            winners[name] = min(side for side in state.sides[name] if side)
    return rounds


def planned_rounds(kind: str, params: Mapping[str, Any]) -> int | None:
    """How many rounds will be drawn; None where that depends on the results."""
    if kind in BRACKETS:
        return rounds_of_bracket(bracket_from(kind, params))
    return int(params["rounds"]) if kind in BY_STANDINGS else None


def rounds_in_all(tournament: Tournament) -> int:
    """The rounds that are published or planned."""
    published = tournament.rounds.filter(is_published=True).count()
    return max(published, tournament.planned_rounds or 0)
