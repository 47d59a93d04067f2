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
    """Value of an event: its total, points for entrants ranked behind, or points per place."""

    TOTAL = "total"
    BEHIND = "behind"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """The `best` results (None: all) are added or averaged; people with fewer than `least` are
    not ranked. `places` are the points for places 1, 2, ….
    """

    measure: Measure = Measure.TOTAL
    best: int | None = None
    mean: bool = False
    least: int = 1
    places: tuple[Fraction, ...] = ()


class EventRow(NamedTuple):
    """A row of an event's final ranking; `shares`: parts of the rounds each played (empty: all)."""

    event: int
    people: tuple[int, ...]
    section: Section
    rank: int
    total: Fraction
    shares: tuple[Fraction, ...] = ()

    @property
    def played(self) -> dict[int, Fraction]:
        return dict(zip(self.people, self.shares or (ONE,) * len(self.people), strict=True))


class Credit(NamedTuple):
    """A person's points of one event, scaled by `share` of the rounds (means are weighted)."""

    event: int
    points: Fraction
    counts: bool
    share: Fraction = ONE


class SeasonRow(NamedTuple):
    person: int
    rank: int
    tied: bool
    total: Fraction
    credits: tuple[Credit, ...]


def season_ladder(rows: Iterable[EventRow], rule: SeasonRule) -> list[SeasonRow]:
    """Ladder of people with enough results; each member of a pair gets full points.

    Partial play gives that share; several rows in one event count up to a whole event.
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
        person: [_credit(event, parts, rule) for event, parts in per_event.items()]
        for person, per_event in worth.items()
    }
    ladder = {
        p: _mark_best(per_event, rule)
        for p, per_event in own.items()
        if len(per_event) >= rule.least
    }
    places = rank({person: _total(own, rule) for person, own in ladder.items()})
    return [
        SeasonRow(p, rank, tied, _total(ladder[p], rule), ladder[p]) for p, rank, tied in places
    ]


def totals_after(
    credits: Iterable[Credit], events: Iterable[int], rule: SeasonRule
) -> list[Fraction]:
    by_event = {credit.event: credit for credit in credits}
    had: list[Credit] = []
    totals = []
    for event in events:
        had += [by_event[event]] if event in by_event else []
        totals.append(total_of(had, rule))
    return totals


def total_of(credits: list[Credit], rule: SeasonRule) -> Fraction:
    return _total(_mark_best(credits, rule), rule)


def _credit(event: int, parts: list[tuple[Fraction, Fraction]], rule: SeasonRule) -> Credit:
    """Combine a person's rows of an event, best first, up to a whole event."""
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
    """2 points per rank behind, 1 per tie, at least 1 (club ladder)."""
    behind = sum(1 for other in ranks if other > rank)
    return Fraction(max(1, 2 * behind + ranks.count(rank) - 1))


def _mark_best(credits: list[Credit], rule: SeasonRule) -> tuple[Credit, ...]:
    order = sorted(credits, key=lambda credit: (-credit.points, credit.event))
    best_events = {credit.event for credit in order[: rule.best]}
    return tuple(credit._replace(counts=credit.event in best_events) for credit in credits)


def _total(credits: tuple[Credit, ...], rule: SeasonRule) -> Fraction:
    counted = [credit for credit in credits if credit.counts]
    if not (rule.mean and counted):
        return sum((credit.points for credit in counted), ZERO)
    whole = sum((credit.share for credit in counted), ZERO)
    return sum((credit.points * credit.share for credit in counted), ZERO) / whole
