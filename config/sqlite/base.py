"""SQLite for fields of more than a thousand entrants.

Django prefetches by ``id = 1 OR id = 2 OR …`` on SQLite, which rejects a thousand terms.
All our keys have one column, and ``(id) IN ((1), (2), …)`` has no such limit.
"""

from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    supports_tuple_lookups = True


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
