"""Knock-out brackets: seeded single elimination, and what all brackets share.

Each side of a match is a seed, the winner or loser of another match, or empty; an entrant
without opponent advances.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.movements.errors import _, require

Part = Literal["main", "losers", "final", "third"]


@dataclass(frozen=True, slots=True)
class SideSource:
    kind: Literal["seed", "winner", "loser", "nobody"]
    seed: int | None = None
    match: str | None = None


NO_ENTRANT = SideSource("nobody")
UNKNOWN, EMPTY = 0, -1
"""Instead of a seed: undecided, no entrant."""


MAX_SERIES_MATCHES = 7


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a bracket; `if_needed` is only played when the final evened the score.

    With `best_of` above 1 it is a series of at most that many matches, each in its own round;
    it ends when one side has won `needed` of them.
    """

    name: str
    part: Part
    round: int
    a: SideSource
    b: SideSource
    best_of: int = 1
    if_needed: bool = False

    @property
    def needed(self) -> int:
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Bracket:
    kind: str
    entrants: int
    size: int
    matches: tuple[Match, ...]


Sides = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class BracketState:
    """A bracket in play.

    `sides` holds the seeds known so far; `byes` the matches without an opponent; `ready` those
    playable now; `champion` is None until the last match is decided.
    """

    sides: Mapping[str, Sides]
    byes: frozenset[str]
    ready: tuple[str, ...]
    champion: int | None


def bracket_size(entrants: int) -> int:
    return 1 << max(1, (entrants - 1).bit_length())


def seed_order(size: int) -> list[int]:
    """Seeds in bracket order, so that the best meet as late as possible."""
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return order


def single_elimination(
    entrants: int, *, third_place: bool = False, best_of: int = 1, final_best_of: int | None = None
) -> Bracket:
    require(entrants >= 2, "too_few_entrants", _("At least two entrants are needed."))
    check_series(best_of)
    check_series(best_of if final_best_of is None else final_best_of)
    size = bracket_size(entrants)
    rounds = main_rounds(entrants, size, best_of, final_best_of or best_of)
    matches = [match for matches in rounds for match in matches]
    if third_place and len(rounds) > 1:
        losers = [SideSource("loser", match=match.name) for match in rounds[-2]]
        third = Match("third", "third", len(rounds), losers[0], losers[1], best_of)
        matches.insert(-1, third)
    return Bracket("single_elimination", entrants, size, tuple(matches))


def check_series(best_of: object) -> None:
    """Require a series of 1, 3, 5 or 7 matches."""
    require(
        type(best_of) is int and best_of % 2 == 1 and 1 <= best_of <= MAX_SERIES_MATCHES,
        "series_length",
        _("Two play 1, 3, 5 or 7 matches against each other, so that one of them wins more."),
    )


def series_winner(match: Match, wins: tuple[int, int]) -> Literal[0, 1] | None:
    if max(wins) < match.needed:
        return None
    return 0 if wins[0] >= match.needed else 1


def main_rounds(
    entrants: int, size: int, best_of: int = 1, final_best_of: int = 1
) -> list[list[Match]]:
    """Rounds of the main bracket, matches named W1.1, W1.2, … W2.1, …"""
    sides = [
        SideSource("seed", seed) if seed <= entrants else NO_ENTRANT for seed in seed_order(size)
    ]
    rounds: list[list[Match]] = []
    while len(sides) > 1:
        number = len(rounds) + 1
        length = final_best_of if len(sides) == 2 else best_of
        matches = [
            Match(f"W{number}.{at}", "main", number, a, b, length)
            for at, (a, b) in enumerate(neighbour_pairs(sides), 1)
        ]
        rounds.append(matches)
        sides = [SideSource("winner", match=match.name) for match in matches]
    return rounds


def neighbour_pairs(sides: Sequence[SideSource]) -> Iterator[tuple[SideSource, SideSource]]:
    return zip(sides[::2], sides[1::2], strict=True)


def play_bracket(bracket: Bracket, winners: Mapping[str, int]) -> BracketState:
    """The bracket after these results: match name → winning seed.

    Raises MovementError for a winner that does not play in its match.
    """
    return play_bracket_with(bracket, lambda match, _sides: winners.get(match.name))


def play_bracket_with(
    bracket: Bracket, decide: Callable[[Match, Sides], int | None]
) -> BracketState:
    """The bracket with the winners that ``decide`` returns for each match in turn.

    ``decide`` gets the sides known so far. Raises MovementError for a winner that is neither.
    """
    known: dict[SideSource, int] = {NO_ENTRANT: EMPTY}
    sides: dict[str, Sides] = {}
    byes, ready = set(), []
    for match in bracket.matches:
        a, b = (_seed(source, known) for source in (match.a, match.b))
        sides[match.name] = a if a > 0 else None, b if b > 0 else None
        won = decide(match, sides[match.name])
        winner, loser = (
            SideSource("winner", match=match.name),
            SideSource("loser", match=match.name),
        )
        if EMPTY in (a, b):
            byes.add(match.name)
            known[winner], known[loser] = (b if a == EMPTY else a), EMPTY
        elif match.if_needed and a and a == _unbeaten(match, sides):
            known[winner], known[loser] = a, b
        elif won is not None:
            _check_winner(match, won, (a, b))
            known[winner], known[loser] = won, a + b - won
        elif a and b:
            ready.append(match.name)
    champion = known.get(SideSource("winner", match=bracket.matches[-1].name))
    return BracketState(sides, frozenset(byes), tuple(ready), champion or None)


def _seed(source: SideSource, known: Mapping[SideSource, int]) -> int:
    return source.seed if source.seed is not None else known.get(source, UNKNOWN)


def _unbeaten(match: Match, sides: Mapping[str, Sides]) -> int | None:
    return sides[match.a.match or ""][0]


def _check_winner(match: Match, winner: int, playing: tuple[int, int]) -> None:
    require(
        winner in playing and winner > 0,
        "winner_not_in_match",
        _("Number %(winner)d does not play in match %(match)s."),
        winner=winner,
        match=match.name,
    )
