"""How strong players are, from who finished before whom: OpenSkill's Plackett–Luce model.

Partners change, so people are rated and not pairs: the strength of an entrant is the sum of its
people's (duplicate §8). One event is one observation, its final ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from tournaments.standings.season import EventRow

MODEL: Final = PlackettLuce()
SCALE: Final = 40
ORIGIN: Final = 1000
SETTLED: Final = 5
"""Events from which on a rating says something; until then it is called provisional."""


class Strength(NamedTuple):
    """A person's rating: the mean and the spread of the belief, and how many events made it."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    events: int = 0

    @property
    def points(self) -> int:
        """As it is shown: 1000 for the unknown, rising with the mean and with certainty."""
        return round(ORIGIN + SCALE * (self.mu - 3 * self.sigma))

    @property
    def is_settled(self) -> bool:
        """Whether enough events stand behind it."""
        return self.events >= SETTLED


def rate_players(before: Mapping[int, Strength], rows: Iterable[EventRow]) -> dict[int, Strength]:
    """Everybody who played, after one event; each section of it is a ranking of its own.

    A person in two rows of a section is rated by the better one. Sections of one row say nothing.
    """
    after: dict[int, Strength] = {}
    sections: dict[str, list[EventRow]] = {}
    for row in sorted(rows, key=lambda row: (row.section, row.rank, row.people)):
        sections.setdefault(row.section, []).append(row)
    for ranking in sections.values():
        after |= _section({**before, **after}, _once(ranking))
    return after


def _once(ranking: list[EventRow]) -> list[EventRow]:
    seen: set[int] = set()
    kept = []
    for row in ranking:
        people = tuple(person for person in row.people if person not in seen)
        seen.update(people)
        if people:
            kept.append(row._replace(people=people))
    return kept


def _section(before: Mapping[int, Strength], ranking: list[EventRow]) -> dict[int, Strength]:
    if len(ranking) < 2:
        return {}
    known = [[before.get(person, Strength()) for person in row.people] for row in ranking]
    sides = [[MODEL.rating(mu=s.mu, sigma=s.sigma) for s in side] for side in known]
    new = MODEL.rate(sides, ranks=[float(row.rank) for row in ranking])
    return {
        person: Strength(rating.mu, rating.sigma, old.events + 1)
        for row, ratings, olds in zip(ranking, new, known, strict=True)
        for person, rating, old in zip(row.people, ratings, olds, strict=True)
    }
