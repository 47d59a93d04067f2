"""Tables as files: defined once by columns, written in every format.

No cell runs as a formula. Public API: ``answers`` for a ``tables.Table``; ``csv_answer``
and ``safe_cell`` for lists without a page.
"""

from tournaments.exports.cells import Cell, csv_answer, list_separator, safe_cell

__all__ = ["Cell", "csv_answer", "list_separator", "safe_cell"]
