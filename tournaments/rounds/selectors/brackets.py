"""The bracket of a knock-out: matches, who sits in them, who went on; teams by their numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.facts.formats import is_bracket
from tournaments.models import Tournament
from tournaments.movements import (
    Bracket,
    Match,
    bracket_places,
    build_bracket,
    consolation_entrants,
    play_bracket,
    single_elimination,
)
from tournaments.rounds.selectors.matches import Meeting, meetings_of, winners_by_match

CONSOLATION = 1000
"""Matches of the consolation bracket are numbered from here on."""


@dataclass(frozen=True, slots=True)
class Node:
    """One match of a bracket; a side is a team's number or None; ``meeting`` once it is drawn.

    ``feeds`` are the names of the matches its unknown sides come from ("" for none).
    """

    number: int
    match: Match
    sides: tuple[int | None, int | None]
    is_bye: bool
    is_ready: bool
    winner: int | None
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class BracketState:
    """One bracket in play; ``placed`` gives the place of whoever is out, and of the champion."""

    nodes: tuple[Node, ...]
    champion: int | None
    placed: Mapping[int, int]

    @property
    def ready(self) -> list[Node]:
        return [node for node in self.nodes if node.is_ready]

    @property
    def entrants(self) -> set[int]:
        return {side for node in self.nodes for side in node.sides if side is not None}

    @property
    def alive(self) -> set[int]:
        """The numbers of those who are still in it."""
        return self.entrants - {team for team, place in self.placed.items() if place > 1}


def brackets_of(
    tournament: Tournament, meetings: Sequence[Meeting] | None = None
) -> list[BracketState]:
    """The main bracket, and the consolation once its entrants are known; empty elsewhere."""
    if not is_bracket(tournament):
        return []
    met = list(meetings if meetings is not None else meetings_of(tournament))
    bracket = build_bracket(tournament.movement_kind, tournament.movement_params)
    seeds = list(range(1, bracket.entrants + 1))
    main = state_of(bracket, seeds, met)
    if not tournament.movement_params.get("consolation"):
        return [main]
    losers = losers_of(bracket, main, met)
    if losers is None or len(losers) < 2:
        return [main]
    return [main, state_of(single_elimination(len(losers)), losers, met, CONSOLATION)]


def state_of(
    bracket: Bracket, seeds: Sequence[int], meetings: Sequence[Meeting], offset: int = 0
) -> BracketState:
    """A bracket as the results leave it; ``seeds`` are the teams in order of seeds."""
    winners = winners_in(bracket, seeds, meetings, offset)
    state = play_bracket(bracket, winners)
    met = {each.match: each for each in meetings}
    team = dict(enumerate(seeds, start=1))
    nodes = tuple(
        Node(
            number=offset + at,
            match=match,
            sides=(
                team.get(state.sides[match.name][0] or 0),
                team.get(state.sides[match.name][1] or 0),
            ),
            is_bye=match.name in state.byes,
            is_ready=match.name in state.ready and offset + at not in met,
            winner=team.get(winners.get(match.name, 0)),
            meeting=met.get(offset + at),
        )
        for at, match in enumerate(bracket.matches, start=1)
    )
    placed = {team[seed]: place for seed, place in bracket_places(bracket, winners).items()}
    return BracketState(nodes, team.get(state.champion or 0), placed)


def winners_in(
    bracket: Bracket, seeds: Sequence[int], meetings: Sequence[Meeting], offset: int
) -> dict[str, int]:
    """The winning seed of each match that is decided.

    A drawn match stands: whoever was drawn into it went on, even if a result was corrected since.
    """
    seed_of = {number: seed for seed, number in enumerate(seeds, start=1)}
    won = winners_by_match(meetings)
    met = {each.match - offset: {seed_of.get(each.a), seed_of.get(each.b)} for each in meetings}
    decided: dict[str, int] = {}
    for at, match in enumerate(bracket.matches, start=1):
        sides = {side for side in play_bracket(bracket, decided).sides[match.name] if side}
        winner = went_on(bracket, match, sides, met) or seed_of.get(won.get(offset + at, 0))
        # Somebody who was seated by hand has no place in the bracket; the match is open again.
        if winner in sides and len(sides) == 2:
            decided[match.name] = winner
    return decided


def went_on(
    bracket: Bracket, match: Match, sides: set[int], met: Mapping[int, set[int | None]]
) -> int | None:
    """The winner of a match by what was drawn from it: one side, or the other among the losers."""
    for at, later in enumerate(bracket.matches, start=1):
        there = sides & met.get(at, set())
        if len(there) != 1:
            continue
        sources = {(source.kind, source.match) for source in (later.a, later.b)}
        if ("winner", match.name) in sources:
            return there.pop()
        if ("loser", match.name) in sources:
            return (sides - there).pop() if len(sides) == 2 else None
    return None


def losers_of(
    bracket: Bracket, main: BracketState, meetings: Sequence[Meeting]
) -> list[int] | None:
    """The entrants of the consolation, best first; None until all first matches are decided."""
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
