"""Names that are written from right to left, in lines of plain text."""

from typing import Final
from unicodedata import bidirectional

FROM_RIGHT: Final = frozenset({"R", "AL"})
ISOLATE: Final = "\u2068"
END_OF_ISOLATE: Final = "\u2069"


def isolated(name: str) -> str:
    """Mark a name with letters from right to left, so that figures after it keep their place."""
    if FROM_RIGHT.isdisjoint(map(bidirectional, name)):
        return name
    return f"{ISOLATE}{name}{END_OF_ISOLATE}"
