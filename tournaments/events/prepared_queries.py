"""Querysets whose SQL is compiled once and executed with other values.

Compiling a query with joins takes Django several times as long as executing it. Used for
queries of every table request, with a ``Parameter`` for each value.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=Model)
Row = TypeVar("Row")
Found = TypeVar("Found", covariant=True)
AnyField: TypeAlias = Field[Any, Any]
Values: TypeAlias = tuple[Any, ...]
AnyQuerySet: TypeAlias = QuerySet[Any, Any]
Converters: TypeAlias = dict[int, tuple[list[Callable[..., Any]], Expression]]


class Rows(Protocol[Found]):
    """Executes a prepared query with a value per parameter."""

    def __call__(self, **values: object) -> Sequence[Found]: ...


class Parameter(Expression):
    """A named value, bound at execution; its type is ``output_field``."""

    def __init__(self, name: str, output_field: AnyField) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(
        self, _compiler: SQLCompiler, _connection: BaseDatabaseWrapper
    ) -> tuple[str, Values]:
        return "%s", (self,)

    def adapted(self, value: object, connection: BaseDatabaseWrapper) -> object:
        return self.output_field.get_db_prep_value(value, connection)


@dataclass(frozen=True, slots=True)
class Compiled:
    """Compiled SQL of a queryset with its parameters in order.

    ``converters`` map database values to Python by column.
    """

    queryset: AnyQuerySet
    compiler: SQLCompiler
    converters: Converters
    sql: str
    parameters: tuple[object, ...]
    locks: bool


class Execution:
    """What Django's iterables need of a queryset, with compiled SQL."""

    _known_related_objects: Final[dict[Any, Any]] = {}

    def __init__(self, compiled: Compiled, values: Values, connection: BaseDatabaseWrapper) -> None:
        self.query = self
        self.db = connection.alias
        self.compiler = copy(compiled.compiler)
        self.compiler.connection = connection
        self.compiler.as_sql = lambda *_options: (compiled.sql, values)  # type: ignore[method-assign]
        self.compiler.get_converters = lambda expressions: compiled.converters  # type: ignore[method-assign]

    def get_compiler(self, using: str) -> SQLCompiler:
        assert using == self.db
        return self.compiler


def prepared(build: Callable[[], QuerySet[M, Row]], *, lock: str = "") -> Rows[Row]:
    """Create a function that returns the rows of a queryset with parameters.

    Compiled at the first call per database vendor. Raises KeyError for a missing parameter.
    ``lock`` is a row lock clause that Django does not support; TransactionManagementError
    outside a transaction.
    """
    by_vendor: dict[str, Compiled] = {}

    def rows(**values: object) -> Sequence[Row]:
        connection = connections["default"]
        compiled = by_vendor.get(connection.vendor)
        if compiled is None:
            compiled = by_vendor[connection.vendor] = compile_queryset(build(), lock)
        if compiled.locks and connection.get_autocommit():
            raise TransactionManagementError("A row can only be locked in a transaction.")
        in_order = tuple(
            each.adapted(values[each.name], connection) if isinstance(each, Parameter) else each
            for each in compiled.parameters
        )
        read: Any = compiled.queryset._iterable_class
        return [*read(Execution(compiled, in_order, connection))]

    return rows


def compile_queryset(queryset: AnyQuerySet, lock: str) -> Compiled:
    compiler = queryset.query.get_compiler(using=queryset.db)
    sql, parameters = compiler.as_sql()
    can_lock = compiler.connection.features.has_select_for_update
    if lock and can_lock:
        sql = f"{sql} {lock}"
    locks = can_lock and bool(lock or queryset.query.select_for_update)
    columns = [column for column, *_words in (compiler.select or ())[: compiler.col_count]]
    converters = compiler.get_converters(columns)
    return Compiled(queryset, compiler, converters, sql, tuple(parameters), locks)
