"""A season of events: ladders by percentage, by pairs left behind, or by places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.facts import Section
from tournaments.scoring.ranking import rank

ZERO = Fraction(0)
ONE = Fraction(1)


class Measure(StrEnum):
    """The worth of an event: its own total, points for those ranked behind, or for the place."""

    TOTAL = "total"
    BEHIND = "behind"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """How events make a season.

    The `best` results count (None: all), added or as their `mean`; people with fewer than
    `least` results are not ranked. `places` pays the first, second, … place of an event.
    """

    measure: Measure = Measure.TOTAL
    best: int | None = None
    mean: bool = False
    least: int = 1
    places: tuple[Fraction, ...] = ()


class EventRow(NamedTuple):
    """One line of an event's final ranking: the people who get credit for it.

    `shares` are the parts of its rounds that each of them played, in the same order; without them
    everybody played all.
    """

    event: int
    people: tuple[int, ...]
    section: Section
    rank: int
    total: Fraction
    shares: tuple[Fraction, ...] = ()

    @property
    def played(self) -> dict[int, Fraction]:
        """The part that each person played."""
        return dict(zip(self.people, self.shares or (ONE,) * len(self.people), strict=True))


class Credit(NamedTuple):
    """The points of one event for one person, and whether it is among the best.

    Whoever played a `share` of the rounds has that part of the points, or, where means are made,
    a mean that this event enters with that weight.
    """

    event: int
    points: Fraction
    counts: bool
    share: Fraction = ONE


class SeasonRow(NamedTuple):
    """A person in the season's ladder."""

    person: int
    rank: int
    tied: bool
    total: Fraction
    credits: tuple[Credit, ...]


def season_ladder(rows: Iterable[EventRow], rule: SeasonRule) -> list[SeasonRow]:
    """The ladder of everybody with enough results; members of a pair get its points in full.

    Whoever played some of the rounds only has that part of them. Who stands in two rows of one
    event is credited with the better one, as far as it goes.
    """
    worth: dict[int, dict[int, list[tuple[Fraction, Fraction]]]] = defaultdict(dict)
    events: dict[tuple[int, Section], list[EventRow]] = defaultdict(list)
    for row in rows:
        events[row.event, row.section].append(row)
    for key in sorted(events):
        for row in events[key]:
            points = _points(row, events[key], rule)
            for person, share in row.played.items():
                worth[person].setdefault(row.event, []).append((points, share))
    own = {
        person: [_credit(event, parts, rule) for event, parts in found.items()]
        for person, found in worth.items()
    }
    ladder = {p: _best(found, rule) for p, found in own.items() if len(found) >= rule.least}
    places = rank({person: _total(own, rule) for person, own in ladder.items()})
    return [
        SeasonRow(p, rank, tied, _total(ladder[p], rule), ladder[p]) for p, rank, tied in places
    ]


def totals_after(
    credits: Iterable[Credit], events: Iterable[int], rule: SeasonRule
) -> list[Fraction]:
    """What a person's total was after each of the season's events, in their order."""
    by_event = {credit.event: credit for credit in credits}
    had: list[Credit] = []
    totals = []
    for event in events:
        had += [by_event[event]] if event in by_event else []
        totals.append(total_of(had, rule))
    return totals


def total_of(credits: list[Credit], rule: SeasonRule) -> Fraction:
    """What these credits are worth together: the best of them as the rule says."""
    return _total(_best(credits, rule), rule)


def _credit(event: int, parts: list[tuple[Fraction, Fraction]], rule: SeasonRule) -> Credit:
    """The worth of a person's rows of an event, the best first until it is a whole event."""
    points, whole = ZERO, ZERO
    for worth, share in sorted(parts, reverse=True):
        part = min(share, 1 - whole)
        points, whole = points + worth * part, whole + part
    return Credit(event, points / whole if rule.mean else points, True, whole)


def _points(row: EventRow, event: list[EventRow], rule: SeasonRule) -> Fraction:
    if rule.measure is Measure.TOTAL:
        return row.total
    if rule.measure is Measure.BEHIND:
        return points_behind([other.rank for other in event], row.rank)
    sharing = sum(1 for other in event if other.rank == row.rank)
    paid = rule.places[row.rank - 1 : row.rank - 1 + sharing]
    return sum(paid, ZERO) / sharing


def points_behind(ranks: list[int], rank: int) -> Fraction:
    """2 points for each ranked behind, 1 for each tied with, at least 1 (club ladder)."""
    behind = sum(1 for other in ranks if other > rank)
    return Fraction(max(1, 2 * behind + ranks.count(rank) - 1))


def _best(credits: list[Credit], rule: SeasonRule) -> tuple[Credit, ...]:
    """All credits in order of events, with those that count marked; earlier events win ties."""
    order = sorted(credits, key=lambda credit: (-credit.points, credit.event))
    kept = {credit.event for credit in order[: rule.best]}
    return tuple(credit._replace(counts=credit.event in kept) for credit in credits)


def _total(credits: tuple[Credit, ...], rule: SeasonRule) -> Fraction:
    counted = [credit for credit in credits if credit.counts]
    if not (rule.mean and counted):
        return sum((credit.points for credit in counted), ZERO)
    whole = sum((credit.share for credit in counted), ZERO)
    return sum((credit.points * credit.share for credit in counted), ZERO) / whole
