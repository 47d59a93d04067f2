"""Sort names by the reader's language (after CLDR's collations).

Not in the database: SQLite and PostgreSQL sort differently.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, TypeVar

from django.utils.translation import get_language

T = TypeVar("T")
Key = tuple[tuple[tuple[int, str, int], ...], tuple[str, ...], str]

TAILORINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "hr": ("c č ć", "d dž đ", "l lj", "n nj", "s š", "z ž"),
}
"""Separate letters, each after the first letter of its group."""
CYRILLIC_FIRST: Final = frozenset({"bg"})
CYRILLIC: Final = (
    "а ә б в г ґ ѓ д ђ е ё є ж з ѕ и і ї й ј к ќ л љ м н њ о п р с т ћ у ў ф х ц ч џ ш щ"
    " ъ ы ь э ю я"
).split()
STROKES: Final = {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th",
                  "ß": "ss", "ı": "i", "ħ": "h"}  # fmt: skip
MAX_LETTER_LENGTH: Final = 2


def sort_by_name(rows: Iterable[T], name: Callable[[T], str]) -> list[T]:
    language = active_language()
    return sorted(rows, key=lambda row: name_key(name(row), language))


def active_language() -> str:
    return (get_language() or "en").partition("-")[0]


def name_key(text: str, language: str) -> Key:
    """Sort key of a text: letters first, then accents, then capitals."""
    plain = unicodedata.normalize("NFC", text.casefold())
    letters = [
        key for piece in split_letters(plain, language) for key in letter_keys(piece, language)
    ]
    accents = tuple(unicodedata.normalize("NFD", plain))
    return tuple(letters), accents, text.swapcase()


def split_letters(text: str, language: str) -> list[str]:
    """Split a text into letters of the language; some are digraphs."""
    own = tailored_letters(language)
    pieces, at = list[str](), 0
    while at < len(text):
        size = next((n for n in range(MAX_LETTER_LENGTH, 1, -1) if text[at : at + n] in own), 1)
        pieces.append(text[at : at + size])
        at += size
    return pieces


@cache
def tailored_letters(language: str) -> Mapping[str, tuple[str, int]]:
    """Letters with their own position in a language: base letter, and index after it."""
    groups = [group.split() for group in TAILORINGS.get(language, ())]
    return {letter: (group[0], at) for group in groups for at, letter in enumerate(group)}


@cache
def cyrillic_places() -> Mapping[str, int]:
    return {letter: at for at, letter in enumerate(CYRILLIC)}


def letter_keys(letter: str, language: str) -> list[tuple[int, str, int]]:
    """Sort keys of a letter: script, base letter, index after it."""
    if letter in (own := tailored_letters(language)):
        base, at = own[letter]
        return [(LATIN, base, at)]
    if letter in (cyrillic := cyrillic_places()):
        script = FIRST if language in CYRILLIC_FIRST else OTHER
        return [(script, "", cyrillic[letter])]
    bases = unicodedata.normalize("NFKD", STROKES.get(letter, letter))
    return [(script_of(base), base, 0) for base in bases if not unicodedata.combining(base)]


SIGN, DIGIT, FIRST, LATIN, OTHER = range(5)


def script_of(sign: str) -> int:
    if sign.isdigit():
        return DIGIT
    if not sign.isalpha():
        return SIGN
    return LATIN if sign < "\u0370" else OTHER
