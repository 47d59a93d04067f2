"""Secrets to remove from logs and error reports."""

import re
from typing import Final

SECRET_LINK: Final = re.compile(
    r"(/(?:tables?|signup|notices(?:/s)?|h(?!/at/)|invitation|confirm-email|reset/key)/)"
    r"[^/\s\"'\\]+"
)
"""URLs whose next part grants access; after ``/h/at/`` it is a tournament code."""
SECRET_TOKEN: Final = re.compile(r"\bbelot_[0-9a-f]{6,}")


def redact(text: str) -> str:
    """Redact personal tokens and secret URLs."""
    return SECRET_TOKEN.sub("belot_…", SECRET_LINK.sub(r"\1…", text))
