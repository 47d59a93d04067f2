"""How strong players are, from who finished before whom: OpenSkill's Plackett–Luce model.

Partners change, so people are rated and not pairs: the strength of an entrant is the sum of its
people's (duplicate §8). One event is one observation, its final ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from tournaments.scoring.season import EventRow

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
    Those who shared a chair by rounds are rated as one player between them, and each moves by the
    part that they played.
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
        played = {person: share for person, share in row.played.items() if person not in seen}
        seen.update(played)
        if played:
            kept.append(row._replace(people=tuple(played), shares=tuple(played.values())))
    return kept


class _Chair(NamedTuple):
    """What plays as one player: a person, or those who shared a chair, with their parts."""

    people: dict[int, Fraction]
    mu: float
    sigma: float


def _chairs(before: Mapping[int, Strength], row: EventRow) -> list[_Chair]:
    """A row's chairs: one for each who played all of it, as many as are left for the others."""
    known = {person: before.get(person, Strength()) for person in row.people}
    whole = {person: share for person, share in row.played.items() if share == 1}
    chairs = [_Chair({p: s}, known[p].mu, known[p].sigma) for p, s in whole.items()]
    parts = {person: share for person, share in row.played.items() if share != 1}
    if not parts:
        return chairs
    sum_of = sum(parts.values(), Fraction(0))
    mu = sum(float(share / sum_of) * known[person].mu for person, share in parts.items())
    variance = sum(
        float(share / sum_of) * known[person].sigma ** 2 for person, share in parts.items()
    )
    shared = _Chair(parts, mu, sqrt(variance))
    return [*chairs, *[shared] * max(1, round(sum_of))]


def _section(before: Mapping[int, Strength], ranking: list[EventRow]) -> dict[int, Strength]:
    if len(ranking) < 2:
        return {}
    chairs = [_chairs(before, row) for row in ranking]
    sides = [[MODEL.rating(mu=c.mu, sigma=c.sigma) for c in side] for side in chairs]
    new = MODEL.rate(sides, ranks=[float(row.rank) for row in ranking])
    return {
        person: _strength_after(before.get(person, Strength()), chair, share, rating)
        for side, ratings in zip(chairs, new, strict=True)
        for chair, rating in zip(side, ratings, strict=True)
        for person, share in chair.people.items()
    }


def _strength_after(
    old: Strength, chair: _Chair, share: Fraction, new: PlackettLuceRating
) -> Strength:
    """A person after the event: all of what the chair moved, or the part that was theirs.

    Whoever is less sure moves further, as between partners.
    """
    if share == 1:
        return Strength(new.mu, new.sigma, old.events + 1)
    part, unsure = float(share), old.sigma / chair.sigma
    return Strength(
        old.mu + part * unsure**2 * (new.mu - chair.mu),
        old.sigma + part * unsure * (new.sigma - chair.sigma),
        old.events + 1,
    )
