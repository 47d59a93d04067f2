"""Player names: cleaning and search keys."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from games.fields import clean_name

NAME_LENGTH = 90
# Latin forms of Bulgarian, Serbian, Macedonian, Ukrainian and Russian letters, and of
# Latin letters without a Unicode decomposition.
LATIN = dict(
    pair.split("=")
    for pair in (
        "а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h"
        " ц=ts ч=ch ш=sh щ=sht ъ=a ь= ю=yu я=ya ђ=dj ћ=c љ=lj њ=nj џ=dzh ј=j ѓ=gj ќ=kj ѕ=dz"
        " є=ye і=i ї=yi ґ=g ы=i э=e ў=u"
        " đ=d ł=l ø=o æ=a œ=o þ=th ð=d ı=i ħ=h ŧ=t ŋ=n ə=e"
    ).split()
)
# Variant spellings of one sound: "Djordje", "Đorđe"; "Zhivka", "Živka"; "Anja", "Anya";
# "Müller", "Mueller". The order matters.
SPELLINGS: Final = (
    ("dzh", "dz"), ("zh", "z"), ("sht", "st"), ("sh", "s"), ("tch", "c"), ("ch", "c"), ("ts", "c"),
    ("kh", "h"), ("dj", "d"), ("gj", "g"), ("kj", "k"), ("ij", "i"), ("j", "i"), ("y", "i"),
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"), ("ii", "i"), ("ii", "i"),
)  # fmt: skip
PHONE = re.compile(
    r"(?i)(?:\b(?:тел|моб|gsm|tel|t[ée]l|phone|mob)\b[.:\s]*)?"
    r"(?<![\w.])(?:\+|\(|00)?\d(?:[\s().\-/–]{0,2}\d){5,14}(?!\w)"
)
ADDRESS = re.compile(r"[<(\[]?\S+@\S+\.\w+[>)\]]?|(?i:\bhttps?://\S+|\bwww\.\S+)")


def without_contacts(text: str) -> str:
    """Remove telephone numbers, e-mail and web addresses: only names are public."""
    return ADDRESS.sub(" ", PHONE.sub(" ", text))


def has_letters(name: str) -> bool:
    return any(sign.isalpha() for sign in name)


def plain_key(text: str) -> str:
    """Return a name without case and accents, in Latin script."""
    # й, ѓ, ќ, ї and ў are separate letters: map them before decomposition.
    latin = "".join(LATIN.get(letter, letter) for letter in clean_name(text).casefold())
    plain = unicodedata.normalize("NFKD", latin).casefold()
    key = "".join(
        LATIN.get(letter, letter) for letter in plain if not unicodedata.combining(letter)
    )
    return " ".join(key.split())[:200]


def search_key(text: str) -> str:
    """Return a search key with one spelling per sound."""
    key = plain_key(text)
    for spelling, sound in SPELLINGS:
        key = key.replace(spelling, sound)
    return key


def same_spelling(text: str) -> str:
    """Return a key that ignores case and whitespace."""
    # Recompose: lower case of İ is decomposed.
    return unicodedata.normalize("NFC", clean_name(text).casefold())


def near_key(name: str) -> tuple[str, ...]:
    """Return a key that is equal for names of probably one person.

    Spelling, alphabet, doubled letters, word order, hyphens and text in brackets are ignored.
    """
    words = re.sub(r"[-‐–.,'’]", " ", search_key(re.sub(r"\(.*?\)", " ", name))).split()
    return tuple(sorted(re.sub(r"(.)\1", r"\1", word) for word in words))


NAME_CACHE_SIZE: Final = 10_000


@lru_cache(NAME_CACHE_SIZE)
def last_name(name: str) -> str:
    """The last word that is a name: no figure, no initial, no "jr."."""
    words = [word for word in name.split() if has_letters(word) and not word.endswith(".")]
    return words[-1] if words else name


def initials(name: str) -> str:
    """Initials of a name: "Ana Koleva" is "A. K."."""
    words = [word for word in name.split() if has_letters(word)]
    return " ".join(f"{next(filter(str.isalpha, word)).upper()}." for word in words)
