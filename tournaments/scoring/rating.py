"""Player ratings from rankings: OpenSkill's Plackett–Luce model.

Partners change, so people are rated: an entrant's strength is the sum of its players'
(duplicate §8). An event's final ranking is one observation.
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
MIN_EVENTS: Final = 5
"""With fewer, a rating is provisional."""


class Strength(NamedTuple):
    """A person's rating: mean, standard deviation and number of events."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    events: int = 0

    @property
    def points(self) -> int:
        """Displayed rating: 1000 initially, rising with mean and certainty."""
        return round(ORIGIN + SCALE * (self.mu - 3 * self.sigma))

    @property
    def is_settled(self) -> bool:
        return self.events >= MIN_EVENTS


def rate_players(before: Mapping[int, Strength], rows: Iterable[EventRow]) -> dict[int, Strength]:
    """Ratings of an event's players, each section ranked separately.

    Of two rows in a section the better counts; sections of one row are ignored. People who
    shared a seat are rated as one player; each changes by the part played.
    """
    after: dict[int, Strength] = {}
    sections: dict[str, list[EventRow]] = {}
    for row in sorted(rows, key=lambda row: (row.section, row.rank, row.people)):
        sections.setdefault(row.section, []).append(row)
    for ranking in sections.values():
        after |= _section({**before, **after}, _best_rows(ranking))
    return after


def _best_rows(ranking: list[EventRow]) -> list[EventRow]:
    counted_people: set[int] = set()
    best_rows = []
    for row in ranking:
        played = {
            person: share for person, share in row.played.items() if person not in counted_people
        }
        counted_people.update(played)
        if played:
            best_rows.append(row._replace(people=tuple(played), shares=tuple(played.values())))
    return best_rows


class _RatedPlayer(NamedTuple):
    """One rated player: a person, or people who shared a seat with their parts."""

    people: dict[int, Fraction]
    mu: float
    sigma: float


def _rated_players(before: Mapping[int, Strength], row: EventRow) -> list[_RatedPlayer]:
    """One per person who played everything; the rest share the remaining seats."""
    known = {person: before.get(person, Strength()) for person in row.people}
    whole = {person: share for person, share in row.played.items() if share == 1}
    chairs = [_RatedPlayer({p: s}, known[p].mu, known[p].sigma) for p, s in whole.items()]
    parts = {person: share for person, share in row.played.items() if share != 1}
    if not parts:
        return chairs
    sum_of = sum(parts.values(), Fraction(0))
    mu = sum(float(share / sum_of) * known[person].mu for person, share in parts.items())
    variance = sum(
        float(share / sum_of) * known[person].sigma ** 2 for person, share in parts.items()
    )
    shared = _RatedPlayer(parts, mu, sqrt(variance))
    return [*chairs, *[shared] * max(1, round(sum_of))]


def _section(before: Mapping[int, Strength], ranking: list[EventRow]) -> dict[int, Strength]:
    if len(ranking) < 2:
        return {}
    chairs = [_rated_players(before, row) for row in ranking]
    sides = [[MODEL.rating(mu=c.mu, sigma=c.sigma) for c in side] for side in chairs]
    new = MODEL.rate(sides, ranks=[float(row.rank) for row in ranking])
    return {
        person: _strength_after(before.get(person, Strength()), chair, share, rating)
        for side, ratings in zip(chairs, new, strict=True)
        for chair, rating in zip(side, ratings, strict=True)
        for person, share in chair.people.items()
    }


def _strength_after(
    old: Strength, chair: _RatedPlayer, share: Fraction, new: PlackettLuceRating
) -> Strength:
    """The full change, or the part played; higher uncertainty moves further."""
    if share == 1:
        return Strength(new.mu, new.sigma, old.events + 1)
    part, unsure = float(share), old.sigma / chair.sigma
    return Strength(
        old.mu + part * unsure**2 * (new.mu - chair.mu),
        old.sigma + part * unsure * (new.sigma - chair.sigma),
        old.events + 1,
    )
