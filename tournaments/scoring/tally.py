"""Scores per entrant and round, as integers of one common unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class RoundKey(NamedTuple):
    """A round of a session; round 0 is the session as a whole."""

    session: int
    round: int


class ScoreEntry(NamedTuple):
    """One score of an entrant; `weight` counts in means, 0 for a penalty."""

    score: Fraction
    boards: int = 1
    weight: int = 1


class Cell(NamedTuple):
    units: int = 0
    weight: int = 0
    boards: int = 0

    def plus(self, other: Cell) -> Cell:
        return Cell(
            self.units + other.units, self.weight + other.weight, self.boards + other.boards
        )

    def rescale(self, times: int) -> Cell:
        return self._replace(units=self.units * times)


class Tally(NamedTuple):
    """Cells by entrant and round; a score is units / unit."""

    unit: int
    cells: dict[int, dict[RoundKey, Cell]]

    def rescale_for(self, scores: Iterable[Fraction]) -> Tally:
        """The same tally in a unit that also expresses these scores as integers."""
        unit = lcm(self.unit, *{score.denominator for score in scores})
        if unit == self.unit:
            return self
        times = unit // self.unit
        return Tally(
            unit,
            {
                entrant: {when: cell.rescale(times) for when, cell in cells.items()}
                for entrant, cells in self.cells.items()
            },
        )

    def cell(self, entries: Iterable[ScoreEntry]) -> Cell:
        units = weight = boards = 0
        for entry in entries:
            units += as_units(entry.score, self.unit)
            weight += entry.weight
            boards += entry.boards
        return Cell(units, weight, boards)

    def mean(self, cell: Cell) -> Fraction:
        return Fraction(cell.units, self.unit * cell.weight) if cell.weight else Fraction(0)

    def sum(self, cell: Cell) -> Fraction:
        return Fraction(cell.units, self.unit)


def as_units(value: Fraction, unit: int) -> int:
    return value.numerator * (unit // value.denominator)


def sum_fractions(values: Sequence[Fraction]) -> Fraction:
    """Sum of fractions, reduced only once."""
    unit = lcm(*{value.denominator for value in values})
    return Fraction(sum(as_units(value, unit) for value in values), unit)


def sort_keys(values: Iterable[Fraction]) -> list[int]:
    """Integers in the order of the values: they sort much faster than fractions."""
    listed = list(values)
    unit = lcm(*{value.denominator for value in listed})
    return [as_units(value, unit) for value in listed]
