"""A table, told once: its columns with what kind of thing stands in them, and its rows."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Word:
    """What people read in a cell, and the code that programs read."""

    code: str
    text: str


Value = str | int | bool | Fraction | date | Word | None


class Kind(StrEnum):
    """What stands in a column; figures are exact and written with two decimals."""

    TEXT = "text"
    WHOLE = "whole"
    FIGURE = "figure"
    YES_NO = "yes_no"
    DATE = "date"


NUMBERS: Final = frozenset({Kind.WHOLE, Kind.FIGURE})


@dataclass(frozen=True)
class Column(Generic[Item]):
    """A column: the ``key`` programs know it by, its title, and what of an item stands in it."""

    key: str
    title: str
    value: Callable[[Item], Value]
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Head:
    """A column without its way to the values."""

    key: str
    title: str
    kind: Kind

    @property
    def is_number(self) -> bool:
        """Whether numbers stand in it, which are read from the right."""
        return self.kind in NUMBERS


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a page shows it; ``name`` becomes that of the file, ``about`` stands over it."""

    name: str
    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    about: str = ""


def table_of(
    name: str, title: str, columns: Iterable[Column[Item]], items: Iterable[Item], about: str = ""
) -> Table:
    """The table of these items, a row each."""
    columns = tuple(columns)
    heads = tuple(Head(column.key, column.title, column.kind) for column in columns)
    rows = tuple(tuple(column.value(item) for column in columns) for item in items)
    return Table(name, title, heads, rows, about)


def those_with_values(
    columns: Iterable[Column[Item]], items: Iterable[Item]
) -> Iterator[Column[Item]]:
    """The columns in which anything stands; those that a page leaves out, where all are empty."""
    items = tuple(items)
    return (column for column in columns if any(column.value(item) for item in items))
