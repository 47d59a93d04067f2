"""Tables as files: told once by their columns and rows, written in every form there is.

No cell of them runs as a formula. What is offered: ``answers`` gives a file of a ``tables.Table``;
``csv_answer`` and ``safe_cell`` write lists that have no page.
"""

from tournaments.exports.cells import Cell, csv_answer, list_separator, safe_cell

__all__ = ["Cell", "csv_answer", "list_separator", "safe_cell"]
