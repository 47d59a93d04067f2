from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class CodedText:
    """The displayed text of a cell and its code for programs."""

    code: str
    text: str


Value = str | int | bool | Fraction | date | CodedText | None


class ColumnKind(StrEnum):
    """Kind of values; figures are exact, written with two decimals."""

    TEXT = "text"
    WHOLE = "whole"
    FIGURE = "figure"
    YES_NO = "yes_no"
    DATE = "date"


NUMBERS: Final = frozenset({ColumnKind.WHOLE, ColumnKind.FIGURE})


@dataclass(frozen=True)
class Column(Generic[Item]):
    """A column: its ``key`` for programs, title, and value function."""

    key: str
    title: str
    value: Callable[[Item], Value]
    kind: ColumnKind = ColumnKind.TEXT


@dataclass(frozen=True, slots=True)
class Heading:
    """A column without its value function."""

    key: str
    title: str
    kind: ColumnKind

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``name`` becomes the file name, ``about`` its caption."""

    name: str
    title: str
    heads: tuple[Heading, ...]
    rows: tuple[tuple[Value, ...], ...]
    about: str = ""


def table_of(
    name: str, title: str, columns: Iterable[Column[Item]], items: Iterable[Item], about: str = ""
) -> Table:
    columns = tuple(columns)
    heads = tuple(Heading(column.key, column.title, column.kind) for column in columns)
    rows = tuple(tuple(column.value(item) for column in columns) for item in items)
    return Table(name, title, heads, rows, about)


def non_empty_columns(
    columns: Iterable[Column[Item]], items: Iterable[Item]
) -> Iterator[Column[Item]]:
    """Columns with any value; pages omit the others."""
    items = tuple(items)
    return (column for column in columns if any(column.value(item) for item in items))
