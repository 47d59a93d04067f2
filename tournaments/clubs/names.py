"""Names of people as they are kept, and the key by which they are found again."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from games.fields import clean_name

NAME_LENGTH = 90
# The transliteration of Bulgarian law, so that "Иванов" is found by "ivanov".
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъьюя"
LETTERS = "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y yu ya"
LATIN = dict(zip(CYRILLIC, LETTERS.split(), strict=True))
PHONE = re.compile(
    r"(?i)(?:\b(?:тел|моб|gsm|tel|t[ée]l|phone|mob)\b[.:\s]*)?"
    r"(?<![\w.])(?:\+|\(|00)?\d(?:[\s().\-/–]{0,2}\d){5,14}(?!\w)"
)
ADDRESS = re.compile(r"\S+@\S+\.\w+")


def without_contacts(text: str) -> str:
    """A text without telephone numbers and e-mail addresses: names are public, those are not."""
    return ADDRESS.sub(" ", PHONE.sub(" ", text))


def has_letters(name: str) -> bool:
    """Whether a name has at least one letter of any script."""
    return any(sign.isalpha() for sign in name)


def search_key(text: str) -> str:
    """A form of a name that both databases compare alike: no case, no accents, Latin letters."""
    # й and щ are letters of their own; decomposing would make и and a mark of the first.
    latin = "".join(LATIN.get(letter, letter) for letter in clean_name(text).casefold())
    plain = unicodedata.normalize("NFKD", latin).casefold()
    letters = (LATIN.get(letter, letter) for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())[:200]


NAMES_KEPT: Final = 10_000


@lru_cache(NAMES_KEPT)
def last_name(name: str) -> str:
    """The last word that is a name: no figure, no initial, no "jr."."""
    words = [word for word in name.split() if has_letters(word) and not word.endswith(".")]
    return words[-1] if words else name


def initials(name: str) -> str:
    """The first letter of each word that is a name: "Ana Koleva" is "A. K."."""
    words = [word for word in name.split() if has_letters(word)]
    return " ".join(f"{next(filter(str.isalpha, word)).upper()}." for word in words)
