from typing import Final
from unicodedata import bidirectional

FROM_RIGHT: Final = frozenset({"R", "AL"})
ISOLATE: Final = "\u2068"
END_OF_ISOLATE: Final = "\u2069"


def isolate_rtl(name: str) -> str:
    """Isolate a right-to-left name, so that figures after it stay in place."""
    if FROM_RIGHT.isdisjoint(map(bidirectional, name)):
        return name
    return f"{ISOLATE}{name}{END_OF_ISOLATE}"
