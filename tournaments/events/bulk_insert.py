"""Insert rows with their original timestamps."""

from collections.abc import Callable, Iterable, Mapping

from django.db import connection, models

Column = models.Field[object, object]


def insert(
    model: type[models.Model], fields: list[Column], rows: Iterable[Mapping[str, object]]
) -> list[int]:
    """Insert rows by one statement; return ids in order.

    Raw SQL: the ORM would overwrite auto-now columns.
    """
    quote: Callable[[str], str] = connection.ops.quote_name
    values = [
        [field.get_db_prep_save(row[field.attname], connection) for field in fields] for row in rows
    ]
    names = ", ".join(quote(field.column or "") for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    key = quote(model._meta.pk.column or "")
    table, every = quote(model._meta.db_table), ", ".join([one] * len(values))
    query = f"INSERT INTO {table} ({names}) VALUES {every} RETURNING {key}"
    with connection.cursor() as cursor:
        cursor.execute(query, [value for row in values for value in row])
        return [int(returned[0]) for returned in cursor.fetchall()]
