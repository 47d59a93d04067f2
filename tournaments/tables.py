"""Cells of table files that a spreadsheet will open."""

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(value: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value
