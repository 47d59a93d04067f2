"""Scores added up per entrant and round, in whole numbers of one common unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class Entry(NamedTuple):
    """One score of one entrant, earned in one round; `boards` is 0 for a penalty."""

    entrant: int
    round: int
    score: Fraction
    boards: int = 1


class Sum(NamedTuple):
    """A sum of scores, and the number of boards it stands for."""

    score: Fraction
    boards: int

    @property
    def mean(self) -> Fraction:
        """The score per board, 0 without boards."""
        return self.score / self.boards if self.boards else Fraction(0)


Tally = dict[int, dict[int, Sum]]


def tally(entries: Sequence[Entry]) -> Tally:
    """The sum of each entrant in each round, rounds in order."""
    distinct = {id(entry.score): entry.score for entry in entries}
    unit = lcm(*{score.denominator for score in distinct.values()})
    units = {key: as_units(score, unit) for key, score in distinct.items()}
    sums: dict[int, dict[int, list[int]]] = defaultdict(dict)
    for entry in entries:
        cell = sums[entry.entrant].setdefault(entry.round, [0, 0])
        cell[0] += units[id(entry.score)]
        cell[1] += entry.boards
    return {
        entrant: {r: Sum(Fraction(s, unit), n) for r, (s, n) in sorted(rounds.items())}
        for entrant, rounds in sums.items()
    }


def as_units(value: Fraction, unit: int) -> int:
    """The value as a whole number of 1/unit."""
    return value.numerator * (unit // value.denominator)


def comparable(values: Iterable[Fraction]) -> list[int]:
    """Whole numbers in the same order as the values, which sort much faster than fractions."""
    listed = list(values)
    unit = lcm(*{value.denominator for value in listed})
    return [as_units(value, unit) for value in listed]
