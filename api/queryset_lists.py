"""Lists of model rows: the database filters, sorts, counts and paginates.

Only where the result equals that of ``api.serialized_lists``: numbers, dates and fields
with few values. Texts are left to it, since each database collates differently.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models import F, Model, OrderBy, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.query import ModelIterable
from rest_framework import serializers

from api.serialized_lists import (
    FILTER,
    IDENTITY_MEMBERS,
    RANGE_SEPARATOR,
    Parameters,
    Row,
    comparable_text,
    decode_cursor,
    is_match,
    parse_float,
)
from tournaments.errors import RuleViolationError

Column = models.Field[Any, Any]
Form = type[serializers.Serializer[Any]]
ColumnKind = tuple[type, type]
"""Model field and serializer field that return the same value."""
NUMBERS: Final = (models.IntegerField, serializers.IntegerField)
DAYS: Final = (models.DateField, serializers.DateField)
YES_OR_NO: Final = (models.BooleanField, serializers.BooleanField)
CHOICES: Final = (models.CharField, serializers.ChoiceField)
TEXTS: Final = (models.CharField, serializers.CharField)


@dataclass(frozen=True)
class StoredRows:
    rows: QuerySet[Model]
    gives: Form

    def serialize(self, rows: QuerySet[Model]) -> Sequence[Row]:
        return cast("Sequence[Row]", self.gives(rows, many=True).data)

    def part_of(self, asked: Parameters, limit: int) -> tuple[list[Row], int, int] | None:
        """Rows, index of the first and total count; None if unsupported here."""
        rows = self.filtered(asked)
        if rows is None:
            return None
        start = self.after(rows, asked["cursor"]) if asked.get("cursor") else 0
        if start is None:
            return None
        return list(self.serialize(rows[start : start + limit])), start, rows.count()

    def filtered(self, asked: Parameters) -> QuerySet[Model] | None:
        """Filtered and sorted rows; None if unsupported here."""
        rows = self.rows
        for key, value in asked.items():
            if named := FILTER.fullmatch(key):
                column = self.column(named[1], NUMBERS, YES_OR_NO, CHOICES)
                condition = filter_condition(column, value, key) if column else None
                if condition is None:
                    return None
                rows = rows.filter(condition)
        by: list[OrderBy] = []
        for each in asked["order"].split(",") if "order" in asked else ():
            column = self.column(each.removeprefix("-"), NUMBERS, DAYS, YES_OR_NO)
            if column is None:
                return None
            by.append(OrderBy(F(column.name), descending=each.startswith("-"), nulls_last=True))
        return rows.order_by(*by, *total_order(rows))

    def after(self, rows: QuerySet[Model], cursor: str) -> int | None:
        """Offset after a cursor, by identifying columns; None if unsupported. Raises Refused."""
        members = self.gives().fields
        columns = [
            self.column(name, NUMBERS, TEXTS) for name in IDENTITY_MEMBERS if name in members
        ]
        names = [column.name for column in columns if column is not None]
        return (
            offset_after_cursor(rows, names, cursor)
            if names and len(names) == len(columns)
            else None
        )

    def column(self, name: str, *kinds: ColumnKind) -> Column | None:
        """The column that a member returns unchanged, if it is of one of these kinds."""
        member = self.gives().fields.get(name)
        try:
            column = self.rows.model._meta.get_field(str(member.source)) if member else None
        except FieldDoesNotExist:
            return None
        if not isinstance(column, models.Field) or column.is_relation:
            return None
        if isinstance(column, models.DateTimeField):  # serialized in a local time zone
            return None
        is_one = any(isinstance(column, a) and isinstance(member, b) for a, b in kinds)
        return column if is_one else None


def stored_rows(found: object, gives: Form) -> StoredRows | None:
    """A queryset that the database can paginate; None for anything else."""
    if not isinstance(found, QuerySet) or found._iterable_class is not ModelIterable:
        return None
    is_whole = not (found.query.is_sliced or found.query.combinator or found.query.distinct)
    return StoredRows(found, gives) if is_whole and found._result_cache is None else None


def total_order(rows: QuerySet[Model]) -> list[str | Combinable]:
    """Order of rows down to their keys, so that pages are stable."""
    usual = rows.model._meta.ordering if rows.query.default_ordering else ()
    return [*(rows.query.order_by or usual or ()), "pk"]


def offset_after_cursor(rows: QuerySet[Model], names: Sequence[str], cursor: str) -> int:
    """Offset after a cursor's row; raises Refused.

    ``names`` are the identifying columns. Usually the row is still at its old offset.
    """
    identity, place = decode_cursor(cursor)
    known = rows.values_list(*names)
    if place and [comparable_text(list(row)) for row in known[place - 1 : place]] == [identity]:
        return place
    offsets = (
        at for at, row in enumerate(known, start=1) if comparable_text(list(row)) == identity
    )
    return next(offsets, place)


def filter_condition(column: Column, wanted: str, key: str) -> Q | None:
    """Condition of a filter; None where the database would match differently."""
    if column.null:
        return None
    if isinstance(column, models.IntegerField):
        return range_condition(column.name, wanted, key)
    is_word = isinstance(column, models.CharField)
    if is_word and not column.choices:
        return None
    values = ["", *dict(column.flatchoices)] if is_word else [True, False]
    return Q((f"{column.name}__in", [each for each in values if is_match(each, wanted, key)]))


def range_condition(name: str, wanted: str, key: str) -> Q | None:
    """Condition of a numeric range; None for anything else."""
    low, is_range, high = wanted.partition(RANGE_SEPARATOR)
    try:
        least, most = parse_float(low, key), parse_float(high if is_range else low, key)
        at_least = Q() if least is None else Q((f"{name}__gte", math.ceil(least)))
        return at_least if most is None else at_least & Q((f"{name}__lte", math.floor(most)))
    except (RuleViolationError, ValueError, OverflowError):  # no number, or an infinite one
        return None
