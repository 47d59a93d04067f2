from collections.abc import Mapping
from itertools import groupby

from tournaments.movements.knockout import (
    Bracket,
    BracketState,
    Match,
    Sides,
    SideSource,
    play_bracket,
)


def consolation_entrants(bracket: Bracket, winners: Mapping[str, int]) -> list[int]:
    """Seeds that lost their first match (round 1, or round 2 after a bye), best first."""
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
    """Places of the champion and of each eliminated seed; one round shares one place."""
    state = play_bracket(bracket, winners)
    losing = _places_of_losers(bracket, state)
    placed: dict[int, int] = {}
    for match in bracket.matches[:-1]:
        loser = _loser(match, state.sides, winners)
        if match.name in losing and loser is not None:
            placed[loser] = losing[match.name]
        if match.part == "third" and (third := _winner(match, state, winners)) is not None:
            placed[third] = 3
    if state.champion is not None:
        finalists = state.sides[bracket.matches[-1].name]
        placed |= {seed: 1 + (seed != state.champion) for seed in finalists if seed is not None}
    return placed


def bracket_order(bracket: Bracket, winners: Mapping[str, int]) -> list[list[int]]:
    """All seeds in bracket order, grouped by shared place.

    An eliminated seed has the place of its round. A seed in play has the place it gets by
    losing all further matches, and precedes those eliminated there.
    """
    state = play_bracket(bracket, winners)
    placed = bracket_places(bracket, winners)
    least = _least_places(bracket, state, winners)
    keys = {
        seed: (placed[seed], True) if seed in placed else (least[seed], False)
        for seed in range(1, bracket.entrants + 1)
    }
    ranked = sorted(keys, key=lambda seed: (keys[seed], seed))
    return [list(group) for _key, group in groupby(ranked, key=keys.__getitem__)]


def _least_places(
    bracket: Bracket, state: BracketState, winners: Mapping[str, int]
) -> dict[int, int]:
    losing = _places_of_losers(bracket, state)
    leads = {source: match for match in bracket.matches for source in (match.a, match.b)}

    def if_lost(match: Match) -> int:
        following = leads.get(SideSource("loser", match=match.name))
        if match is bracket.matches[-1] or following is None:
            return losing.get(match.name, 2)
        while following.name in state.byes:
            onward = leads.get(SideSource("winner", match=following.name))
            if onward is None:  # no opponent in the match for the third place
                return 3
            following = onward
        return if_lost(following)

    least: dict[int, int] = {}
    for match in bracket.matches:
        if match.name not in winners and match.name not in state.byes:
            for seed in state.sides[match.name]:
                if seed is not None:
                    least.setdefault(seed, if_lost(match))
    return least


def _places_of_losers(bracket: Bracket, state: BracketState) -> dict[str, int]:
    goes_on = {side.match for m in bracket.matches for side in (m.a, m.b) if side.kind == "loser"}
    last_chances = [match for match in bracket.matches[:-1] if match.name not in goes_on]
    places: dict[str, int] = {}
    left = bracket.entrants
    for (part, _round), group in groupby(last_chances, key=lambda match: (match.part, match.round)):
        matches = [match.name for match in group if match.name not in state.byes]
        left -= len(matches)
        places |= dict.fromkeys(matches, left + 1)
        if part == "third":
            left -= 1
    return places


def _winner(match: Match, state: BracketState, winners: Mapping[str, int]) -> int | None:
    if match.name in state.byes:
        return next((seed for seed in state.sides[match.name] if seed is not None), None)
    return winners.get(match.name)


def _loser(match: Match, sides: Mapping[str, Sides], winners: Mapping[str, int]) -> int | None:
    if match.name not in winners:
        return None
    a, b = sides[match.name]
    return b if winners[match.name] == a else a
