"""A single elimination: pairings, winners, places.

Independent of the product, like ``plain_boards``; entrants are numbered by seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

Source = int | None | tuple[str, int]
"""An entrant, none, or winner or loser of the match at this index."""


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom; the two of a match add up to ``size`` + 1."""
    if size == 1:
        return [1]
    return [each for seed in seed_order(size // 2) for each in (seed, size + 1 - seed)]


@dataclass
class PlainBracket:
    """Matches by index in ``sources``; ``met`` are those drawn, ``won`` the winners.

    ``seeds`` are entrant numbers, best first. ``best_of`` is the maximum of matches between
    two; ``legs`` has, by match, the winner of each, None while open.
    """

    seeds: Sequence[int]
    third: bool = False
    best_of: int = 1
    sources: list[tuple[Source, Source]] = field(default_factory=list)
    stages: list[list[int]] = field(default_factory=list)
    won: dict[int, int] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    legs: dict[int, dict[int, int | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        size = 1
        while size < len(self.seeds):
            size *= 2
        sides: list[Source] = [
            self.seeds[seed - 1] if seed <= len(self.seeds) else None for seed in seed_order(size)
        ]
        while len(sides) > 1:
            first = len(self.sources)
            self.sources += zip(sides[::2], sides[1::2], strict=True)
            self.stages.append(list(range(first, len(self.sources))))
            sides = [("winner", at) for at in self.stages[-1]]
        if self.third and len(self.stages) > 1:
            one, other = self.stages[-2]
            self.sources.append((("loser", one), ("loser", other)))

    def who(self, source: Source) -> int | None:
        """Entrant of a side, 0 while open, None for a bye."""
        if not isinstance(source, tuple):
            return source
        sides = self.sides(source[1])
        if None in sides:
            alone = next((side for side in sides if side is not None), None)
            return alone if source[0] == "winner" else None
        winner = self.won.get(source[1], 0)
        if not winner or source[0] == "winner":
            return winner
        return next(side for side in sides if side != winner)

    def sides(self, at: int) -> tuple[int | None, int | None]:
        first, second = self.sources[at]
        return self.who(first), self.who(second)

    def ready(self) -> dict[frozenset[int], int]:
        found = {}
        for at in range(len(self.sources)):
            one, other = self.sides(at)
            if one and other and self.has_match_to_play(at):
                found[frozenset({one, other})] = at
        return found

    def has_match_to_play(self, at: int) -> bool:
        """Whether two known entrants have to play (again)."""
        played = self.legs.get(at, {})
        return (
            at not in self.won
            and None not in played.values()
            and at not in (self.met if self.best_of == 1 else ())
        )

    def has_won(self, at: int) -> int | None:
        won = [winner for winner in self.legs.get(at, {}).values() if winner]
        return next((one for one in won if 2 * won.count(one) > self.best_of), None)

    def is_fixed(self, at: int) -> bool:
        """Whether a later draw used the match, so that its winner is fixed."""
        return any(
            isinstance(source, tuple) and source[1] == at
            for later in self.met
            for source in self.sources[later]
        )

    def places(self) -> dict[int, int]:
        """Places of eliminated entrants; losers of one stage share the place after all still in."""
        found: dict[int, int] = {}
        thirds = [len(self.sources) - 1] if self.third and len(self.stages) > 1 else []
        for stage in self.stages:
            if thirds and stage == self.stages[-2]:
                continue
            for at in stage:
                if at in self.won:
                    loser = self.who(("loser", at))
                    assert loser
                    found[loser] = len(stage) + 1
        for at in thirds:
            first, second = self.who(("winner", at)), self.who(("loser", at))
            found |= {one: place for one, place in ((first, 3), (second, 4)) if one}
        champion = self.who(("winner", self.stages[-1][0]))
        return found | ({champion: 1} if champion else {})

    def order(self) -> list[list[int]]:
        """Groups that share a place; an entrant in play has the place if it always loses."""
        out = self.places()
        keys = {
            one: (out[one], 1) if one in out else (self.place_if_lost(one), 0) for one in self.seeds
        }
        return [[one for one in keys if keys[one] == key] for key in sorted(set(keys.values()))]

    def place_if_lost(self, one: int) -> int:
        at = next(
            at
            for at in range(len(self.sources))
            if at not in self.won and one in self.sides(at) and None not in self.sides(at)
        )
        third = len(self.sources) - 1 if self.third and len(self.stages) > 1 else None
        if third is not None and (at == third or at in self.stages[-2]):
            return 3 if None in self.sides(third) else 4
        return next(len(stage) + 1 for stage in self.stages if at in stage)

    def first_losers(self) -> list[int] | None:
        """Losers of their first match; None until all of these are decided."""
        opening = self.stages[0]
        rested = {self.who(("winner", at)) for at in opening if None in self.sides(at)}
        waiting = [at for at in opening if None not in self.sides(at)]
        if len(self.stages) > 1:
            waiting += [at for at in self.stages[1] if rested & set(self.sides(at)) - {0}]
        if any(at not in self.won for at in waiting):
            return None
        losers = {at: self.who(("loser", at)) or 0 for at in waiting}
        return sorted(one for at, one in losers.items() if at in opening or one in rested)
