"""Language prefixes of public URLs.

A URL without a prefix (paper, screens, programs) redirects to the reader's language.
"""

import re
from typing import Final

from django.conf import settings

LANGUAGES: Final = tuple(code for code, _name in settings.LANGUAGES)
BEGINNING: Final = re.compile(rf"/({'|'.join(LANGUAGES)})(?=/)")


def language_of(path: str) -> str:
    match = BEGINNING.match(path)
    return match[1] if match else ""


def without_language(path: str) -> str:
    return BEGINNING.sub("", path, count=1)


def in_language(path: str, language: str) -> str:
    return f"/{language}{without_language(path)}"
