"""The language that a public address begins with.

An address without one belongs to everybody (paper, screens, programs): whoever opens it is led to
the same page in the language that they read.
"""

import re
from typing import Final

from django.conf import settings

LANGUAGES: Final = tuple(code for code, _name in settings.LANGUAGES)
BEGINNING: Final = re.compile(rf"/({'|'.join(LANGUAGES)})(?=/)")


def language_of(path: str) -> str:
    """The language of an address, empty without one."""
    found = BEGINNING.match(path)
    return found[1] if found else ""


def without_language(path: str) -> str:
    """The address that leads everybody to this page in a language of their own."""
    return BEGINNING.sub("", path, count=1)


def in_language(path: str, language: str) -> str:
    """The address of the same page in this language."""
    return f"/{language}{without_language(path)}"
