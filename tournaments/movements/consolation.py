"""For those who lost: the entrants of the consolation bracket, and the final places."""

from collections.abc import Mapping
from itertools import groupby

from tournaments.movements.knockout import Bracket, BracketState, Match, Sides, play_bracket


def consolation_entrants(bracket: Bracket, winners: Mapping[str, int]) -> list[int]:
    """Seeds that lost their first match: in round 1, or in round 2 after a bye; best first.

    They are seeded into a second single elimination.
    """
    state = play_bracket(bracket, winners)
    opening, second = (
        [match for match in bracket.matches if match.part == "main" and match.round == number]
        for number in (1, 2)
    )
    rested = {
        seed for match in opening if match.name in state.byes for seed in state.sides[match.name]
    }
    lost = [_loser(match, state.sides, winners) for match in opening]
    lost += [seed for match in second if (seed := _loser(match, state.sides, winners)) in rested]
    return sorted(seed for seed in lost if seed is not None)


def bracket_places(bracket: Bracket, winners: Mapping[str, int]) -> dict[int, int]:
    """The place of the champion and of every seed that is out; one round shares one place."""
    state = play_bracket(bracket, winners)
    placed: dict[int, int] = {}
    left = bracket.entrants
    for (part, _round), group in groupby(
        _last_chances(bracket), key=lambda match: (match.part, match.round)
    ):
        listed = list(group)
        matches = [match for match in listed if match.name not in state.byes]
        left -= len(matches)
        losers = (_loser(match, state.sides, winners) for match in matches)
        placed |= {loser: left + 1 for loser in losers if loser is not None}
        if part == "third" and (third := _winner(listed[0], state, winners)) is not None:
            placed[third] = left
            left -= 1
    if state.champion is not None:
        finalists = state.sides[bracket.matches[-1].name]
        placed |= {seed: 1 + (seed != state.champion) for seed in finalists if seed is not None}
    return placed


def _last_chances(bracket: Bracket) -> list[Match]:
    """The matches whose loser does not go on, but for the last one."""
    goes_on = {side.match for m in bracket.matches for side in (m.a, m.b) if side.kind == "loser"}
    return [match for match in bracket.matches[:-1] if match.name not in goes_on]


def _winner(match: Match, state: BracketState, winners: Mapping[str, int]) -> int | None:
    """Who won a match, or was there alone."""
    if match.name in state.byes:
        return next((seed for seed in state.sides[match.name] if seed is not None), None)
    return winners.get(match.name)


def _loser(match: Match, sides: Mapping[str, Sides], winners: Mapping[str, int]) -> int | None:
    if match.name not in winners:
        return None
    a, b = sides[match.name]
    return b if winners[match.name] == a else a
