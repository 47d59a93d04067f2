"""The bracket of a knock-out; teams are identified by their numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.movements import (
    CONSOLATION,
    Bracket,
    Match,
    bracket_places,
    build_bracket,
    consolation_entrants,
    legs_of,
    play_bracket,
    single_elimination,
    winners_in,
    wins_of,
)
from tournaments.state.formats import has_consolation, is_bracket
from tournaments.state.meetings import HALF, Meeting, meetings_in
from tournaments.state.snapshot import results_snapshot

__all__ = ["HALF", "Meeting", "meetings_of"]


def meetings_of(tournament: Tournament) -> list[Meeting]:
    """All drawn matches including drafts, by round and table.

    Outcomes cover complete rounds, by the tournament's scoring.
    """
    return meetings_in(tournament, results_snapshot(tournament).facts)


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket; a side is a team number or None.

    ``legs`` are the drawn matches, oldest first; a series has several.
    """

    number: int
    match: Match
    sides: tuple[int | None, int | None]
    is_bye: bool
    is_ready: bool
    winner: int | None
    legs: tuple[Meeting, ...] = ()

    @property
    def meeting(self) -> Meeting | None:
        return self.legs[-1] if self.legs else None

    @property
    def is_series(self) -> bool:
        return self.match.best_of > 1

    @property
    def wins(self) -> tuple[int, int]:
        """Matches of the series won by each side."""
        return wins_of(self.legs, self.sides)


@dataclass(frozen=True, slots=True)
class BracketState:
    """State of one bracket; ``placed`` has the ranks of eliminated teams and the champion."""

    nodes: tuple[BracketMatch, ...]
    champion: int | None
    placed: Mapping[int, int]

    @property
    def ready(self) -> list[BracketMatch]:
        return [node for node in self.nodes if node.is_ready]

    @property
    def entrants(self) -> set[int]:
        return {side for node in self.nodes for side in node.sides if side is not None}

    @property
    def alive(self) -> set[int]:
        return self.entrants - {team for team, place in self.placed.items() if place > 1}


def brackets_of(
    tournament: Tournament, meetings: Sequence[Meeting] | None = None
) -> list[BracketState]:
    """The main bracket and, once its entrants are known, the consolation."""
    if not is_bracket(tournament):
        return []
    met = list(meetings if meetings is not None else meetings_of(tournament))
    bracket = build_bracket(tournament.movement_kind, tournament.movement_params)
    seeds = list(range(1, bracket.entrants + 1))
    main = state_of(bracket, seeds, met)
    if not has_consolation(tournament):
        return [main]
    losers = consolation_seeds(bracket, main, met)
    if losers is None or len(losers) < 2:
        return [main]
    length = bracket.matches[0].best_of
    consolation = single_elimination(len(losers), best_of=length)
    return [main, state_of(consolation, losers, met, CONSOLATION)]


def state_of(
    bracket: Bracket, seeds: Sequence[int], meetings: Sequence[Meeting], offset: int = 0
) -> BracketState:
    """Derive a bracket's state from results; ``seeds`` lists teams by seed."""
    winners = winners_in(bracket, seeds, meetings, offset)
    state = play_bracket(bracket, winners)
    legs = legs_of(meetings)
    team = dict(enumerate(seeds, start=1))
    nodes = tuple(
        BracketMatch(
            number=offset + at,
            match=match,
            sides=(
                team.get(state.sides[match.name][0] or 0),
                team.get(state.sides[match.name][1] or 0),
            ),
            is_bye=match.name in state.byes,
            is_ready=match.name in state.ready and can_be_drawn(match, legs[offset + at]),
            winner=team.get(winners.get(match.name, 0)),
            legs=tuple(legs[offset + at]),
        )
        for at, match in enumerate(bracket.matches, start=1)
    )
    placed = {team[seed]: place for seed, place in bracket_places(bracket, winners).items()}
    return BracketState(nodes, team.get(state.champion or 0), placed)


def can_be_drawn(match: Match, legs: Sequence[Meeting]) -> bool:
    """Whether an undecided match needs tables: not drawn, or the series continues."""
    return not legs or (match.best_of > 1 and legs[-1].winner is not None)


def consolation_seeds(
    bracket: Bracket, main: BracketState, meetings: Sequence[Meeting]
) -> list[int] | None:
    """Consolation entrants, best first; None until all first matches are decided."""
    opening = [node for node in main.nodes if node.match.part == "main" and node.match.round == 1]
    rested = {side for node in opening if node.is_bye for side in node.sides}
    second = [
        node
        for node in main.nodes
        if node.match.part == "main" and node.match.round == 2 and rested & set(node.sides) - {None}
    ]
    waiting = [node for node in [*opening, *second] if not node.is_bye and node.winner is None]
    if waiting:
        return None
    seeds = list(range(1, bracket.entrants + 1))
    return consolation_entrants(bracket, winners_in(bracket, seeds, meetings, 0))
