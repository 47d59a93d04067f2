import json

from django.db import connection

REAL, OTHER, SAME = "Цветелин Невидимов", "Мария Колева", "Ана Невидимова"


def columns_with(words: str) -> set[str]:
    """Database columns that contain a text, ignoring case."""
    places = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [each[0] for each in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    text = value if isinstance(value, str) else json.dumps(value, default=str)
                    known = json.dumps(words)[1:-1]
                    if words.casefold() in text.casefold() or known.casefold() in text.casefold():
                        places.add(f"{table}.{column}")
    return places
