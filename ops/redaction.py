"""Secrets that must not be told to anybody who reads a log or a report of a fault."""

import re
from typing import Final

SECRET_LINK: Final = re.compile(
    r"(/(?:tables?|signup|notices(?:/s)?|h(?!/at/)|invitation|confirm-email|reset/key)/)"
    r"[^/\s\"'\\]+"
)
"""Addresses whose next part lets somebody in; ``/h/at/`` has the code of a tournament there."""
SECRET_TOKEN: Final = re.compile(r"\bbelot_[0-9a-f]{6,}")


def hide(text: str) -> str:
    """The text without personal tokens, and secrets in addresses that let somebody in."""
    return SECRET_TOKEN.sub("belot_…", SECRET_LINK.sub(r"\1…", text))
