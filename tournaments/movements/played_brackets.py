from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeVar

from tournaments.movements.knockout import Bracket, Match, Sides, play_bracket_with, series_winner

CONSOLATION: Final = 1000
"""Consolation matches have higher numbers."""


class PlayedMatch(Protocol):
    """A drawn match: its round, its number in the bracket, both teams by number."""

    @property
    def round(self) -> int: ...

    @property
    def match(self) -> int: ...

    @property
    def a(self) -> int: ...

    @property
    def b(self) -> int: ...

    @property
    def winner(self) -> int | None: ...


Leg = TypeVar("Leg", bound=PlayedMatch)


def legs_of(matches: Sequence[Leg]) -> dict[int, list[Leg]]:
    legs: dict[int, list[Leg]] = defaultdict(list)
    for each in sorted(matches, key=lambda each: each.round):
        legs[each.match].append(each)
    return legs


def wins_of(legs: Sequence[PlayedMatch], sides: Sequence[int | None]) -> tuple[int, int]:
    a, b = (sum(leg.winner == side for leg in legs if side) for side in sides)
    return a, b


def winners_in(
    bracket: Bracket, seeds: Sequence[int], matches: Sequence[PlayedMatch], offset: int = 0
) -> dict[str, int]:
    """Winning seed of each decided match.

    ``seeds`` are the teams by seed; match numbers begin at ``offset``. A drawn match is final:
    its entrants have advanced, even if a result was corrected since. Likewise a team in the
    consolation has lost its main match.
    """
    seed_of = {number: seed for seed, number in enumerate(seeds, start=1)}
    legs = legs_of(matches)
    met = {each.match - offset: {seed_of.get(each.a), seed_of.get(each.b)} for each in matches}
    in_consolation = set() if offset else {
        seed_of.get(team)
        for each in matches if each.match > CONSOLATION for team in (each.a, each.b)
    }  # fmt: skip
    leads = later_matches(bracket)
    numbers = {match.name: at for at, match in enumerate(bracket.matches, start=1)}
    decided: dict[str, int] = {}

    def decide(match: Match, there: Sides) -> int | None:
        sides = {side for side in there if side}
        winner = drawn_winner(leads[match.name], there, met)
        if match.part == "main" and len(sides) == 2 and len(sides - in_consolation) == 1:
            winner = winner or min(sides - in_consolation)
        winner = winner or winning_seed(
            match, sorted(sides), legs[offset + numbers[match.name]], seeds
        )
        # A manually seated team has no place in the bracket; the match is open again.
        if winner in sides and len(sides) == 2:
            decided[match.name] = winner
        return decided.get(match.name)

    play_bracket_with(bracket, decide)
    return decided


def winning_seed(
    match: Match, sides: Sequence[int], legs: Sequence[PlayedMatch], seeds: Sequence[int]
) -> int | None:
    if len(sides) != 2:
        return None
    won = series_winner(match, wins_of(legs, [seeds[side - 1] for side in sides]))
    return None if won is None else sides[won]


def later_matches(bracket: Bracket) -> Mapping[str, list[tuple[int, bool]]]:
    """Later matches that each match feeds, in order: number, and whether by its winner."""
    leads: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for at, later in enumerate(bracket.matches, start=1):
        for source in sorted((later.a, later.b), key=lambda source: source.kind != "winner"):
            if source.match:
                leads[source.match].append((at, source.kind == "winner"))
    return leads


def drawn_winner(
    leads: Sequence[tuple[int, bool]], sides: Sides, met: Mapping[int, set[int | None]]
) -> int | None:
    """Winner of a match by later draws: the advancing side, or the one not among the losers.

    A repeated final was won by its second side.
    """
    known = {side for side in sides if side}
    for at, by_winner in leads:
        drawn = known & met.get(at, set())
        if len(drawn) == 2 and (at, not by_winner) in leads:
            return sides[1]
        if len(drawn) != 1:
            continue
        if by_winner:
            return drawn.pop()
        return (known - drawn).pop() if len(known) == 2 else None
    return None
