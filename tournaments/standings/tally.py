"""Scores added up per entrant and round, in whole numbers of one common unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class When(NamedTuple):
    """A round of a session; round 0 is what belongs to the session as a whole."""

    session: int
    round: int


class Entry(NamedTuple):
    """One score of one entrant; `weight` is what it counts in a mean, 0 for a penalty."""

    entrant: int
    when: When
    score: Fraction
    boards: int = 1
    weight: int = 1


class Cell(NamedTuple):
    """A sum of scores in units of the tally, with its weight and number of boards."""

    units: int = 0
    weight: int = 0
    boards: int = 0

    def plus(self, other: Cell) -> Cell:
        """Both together."""
        return Cell(
            self.units + other.units, self.weight + other.weight, self.boards + other.boards
        )


class Tally(NamedTuple):
    """Cells by entrant and round; a score is units / unit."""

    unit: int
    cells: dict[int, dict[When, Cell]]

    def mean(self, cell: Cell) -> Fraction:
        """The score per weight, 0 without weight."""
        return Fraction(cell.units, self.unit * cell.weight) if cell.weight else Fraction(0)

    def sum(self, cell: Cell) -> Fraction:
        """The whole score."""
        return Fraction(cell.units, self.unit)


def tally(entries: Sequence[Entry]) -> Tally:
    """The sum of each entrant in each round."""
    # Results of a board share their score objects, so each is converted once.
    distinct = {id(entry.score): entry.score for entry in entries}
    unit = lcm(*{score.denominator for score in distinct.values()})
    units = {key: as_units(score, unit) for key, score in distinct.items()}
    sums: dict[int, dict[When, list[int]]] = {}
    for entrant, when, score, boards, weight in entries:
        cell = sums.setdefault(entrant, {}).setdefault(when, [0, 0, 0])
        cell[0] += units[id(score)]
        cell[1] += weight
        cell[2] += boards
    cells = {e: {when: Cell(*c) for when, c in found.items()} for e, found in sums.items()}
    return Tally(unit, cells)


def as_units(value: Fraction, unit: int) -> int:
    """The value as a whole number of 1/unit."""
    return value.numerator * (unit // value.denominator)


def added(values: Sequence[Fraction]) -> Fraction:
    """Their sum, made into a fraction once and not after each of them."""
    unit = lcm(*{value.denominator for value in values})
    return Fraction(sum(as_units(value, unit) for value in values), unit)


def comparable(values: Iterable[Fraction]) -> list[int]:
    """Whole numbers in the same order as the values, which sort much faster than fractions."""
    listed = list(values)
    unit = lcm(*{value.denominator for value in listed})
    return [as_units(value, unit) for value in listed]
