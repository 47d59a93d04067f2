"""Django's SQLite, for fields of more than a thousand entrants too.

Django asks SQLite for prefetched rows by ``id = 1 OR id = 2 OR …``, since a row of several columns
cannot be looked up in a list there. SQLite refuses an expression of a thousand parts, so pages of
large fields failed. All our keys have one column, and ``(id) IN ((1), (2), …)`` has no such bound.
"""

from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    """What SQLite can do, with lists of keys."""

    supports_tuple_lookups = True


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections to SQLite."""

    features_class = DatabaseFeatures
