"""Parse one line of a list: running number and names."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from games.fields import clean_name
from tournaments.clubs.names import without_contacts

# Always separate two people; words, commas and hyphens do so only in their absence.
SURE_SEPARATORS: Final = re.compile(r"\t|;|/|\||&|\s[-–—+]\s|[–—]")
COMMA: Final = re.compile(",")
WORDS: Final = (re.compile(r" (?:и|i|et|and|en|und) "), COMMA)
QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»')
QUOTES: Final = ('""', "“”", "„“", "„”", "«»", "''", "‘’", "’’")
STRAY: Final = '"„“”«»,;'
EMPTY_BRACKETS: Final = re.compile(r"\(\W*\)")
BULLET: Final = re.compile(r"^\s*[-–—•*·▪◦‣]\s+")
NUMBERED: Final = re.compile(
    r"^\s*[(\[]?(?P<word>(?:(?:paire|pair|par|paar|koppel|team|[ée]quipe|ekipa|отбор|двойка|ploeg"
    r"|player|joueur|играч|igra[čc]|speler|spieler)\b\.?\s*)?(?:№|#|n\s*[°º]|no\b\.?|nr\b\.?|br\b\.?"
    r"|бр\b\.?|num[ée]ro\b)?)\s*(?P<number>\d{1,3})(?P<after>\s*[.):\]=°º\t]+\s*(?:-\s)?|\s*[-–—/|;,]\s*|\s+|$)",
    re.IGNORECASE,
)
LETTERED: Final = re.compile(r"^\s*\(?[a-zа-я]\)\s*", re.IGNORECASE)
ROMAN: Final = re.compile(r"^\s*([IVXL]+)\s*[.)]\s*")
ROMAN_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50}
INVISIBLE: Final = {ord(sign): None for sign in "\ufeff\ufe0e\ufe0f\u20e3"} | {0xA0: " "}
ODD_CATEGORIES: Final = frozenset(("Sc", "Sk", "Sm", "No", "Pf", "Pi", "Po", "Ps"))
DOUBTFUL_NUMBER: Final = re.compile(r"^[^\W\d_]{1,3}\d+ |\b\d+ \w|\b\d{3}|\d{4}")


def strip_numbers(lines: Sequence[str]) -> list[str]:
    """Lines without bullets and running numbers.

    Numbers without a sign or word are removed only if they increase row by row.
    """
    lines = [BULLET.sub("", line.translate(INVISIBLE)) for line in lines]
    numbered = [NUMBERED.match(line) for line in lines]
    numbers = [int(match["number"]) for match in numbered if match]
    rises = len(numbers) > 1 and all(first < second for first, second in pairwise(numbers))
    roman = [roman_number(line) for line in lines]
    in_roman = len(lines) > 1 and roman == list(range(1, len(lines) + 1))
    return [
        ROMAN.sub("", line)
        if in_roman
        else line[match.end() :]
        if match and (rises or is_number(match))
        else LETTERED.sub("", line)
        for line, match in zip(lines, numbered, strict=True)
    ]


def is_number(match: re.Match[str]) -> bool:
    """Return whether a sign or word marks a number as a running number."""
    return bool(match["word"].strip() or match["after"].strip(" ")[:1] in tuple(".):]=°º\t"))


def is_number_alone(cell: str) -> bool:
    """Return whether a cell is a running number, such as "N° 5" or "Pair 3"."""
    match = NUMBERED.match(cell)
    return bool(match and not cell[match.end() :].strip())


def roman_number(line: str) -> int:
    """The Roman number at the start of a line, or 0."""
    match = ROMAN.match(line)
    if not match:
        return 0
    values = [ROMAN_VALUES[letter] for letter in match[1]]
    following = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, following, strict=True))


def split_names(line: str) -> tuple[str, ...]:
    """Names in a line, split by the strongest separator outside quotes."""
    line = without_contacts(line.translate(INVISIBLE))
    for separator in (SURE_SEPARATORS, *WORDS):
        names = names_in(split_outside_quotes(separator, line))
        if len(names) > 1:
            return names
    return names_in(hyphen_parts(line))


def split_outside_quotes(separator: re.Pattern[str], line: str) -> list[str]:
    hidden = QUOTED.sub(lambda match: "\0" * len(match[0]), line)
    ends = [0, *(at for match in separator.finditer(hidden) for at in match.span()), len(line)]
    return [line[begin:end] for begin, end in zip(ends[::2], ends[1::2], strict=True)]


def hyphen_parts(line: str) -> list[str]:
    """Split at a hyphen only between equally many words; else it belongs to a name."""
    parts = split_outside_quotes(re.compile("-"), line)
    if len(parts) == 2 and len(parts[0].split()) == len(parts[1].split()):
        return parts
    return [line]


def names_in(parts: Iterable[str]) -> tuple[str, ...]:
    cleaned = (without_quotes(clean_name(without_contacts(part))) for part in parts)
    return tuple(name for name in cleaned if name)


def without_quotes(name: str) -> str:
    """Remove enclosing quotes; the apostrophe of ’t Woud or d’Or is kept."""
    name = EMPTY_BRACKETS.sub("", name).strip(" ,;")
    if name.count("(") != name.count(")"):
        name = name.strip("() ")
    while len(name) > 1 and name[0] + name[-1] in QUOTES:
        name = name[1:-1].strip(" ,;")
    return name if sum(name.count(sign) for sign in '"“”„«»') > 1 else name.strip(STRAY).strip()


def quoted(name: str) -> str:
    """The name, quoted if it would otherwise be split."""
    return f'"{name}"' if len(split_names(name)) > 1 and '"' not in name else name


def begins_with_number(name: str) -> bool:
    """Return whether a name starts with a number or has a long one: a score, a licence."""
    is_numeral = unicodedata.category(name[0]).startswith("N")
    return is_numeral or bool(DOUBTFUL_NUMBER.search(name))


def begins_oddly(name: str) -> bool:
    """Return whether the first character is unusual, as in "= Ana"."""
    is_usual = unicodedata.category(name[0]) in ("So", "Mn") or name[0] in "'’‘\"“„«(`´"
    return not name[0].isalpha() and not is_usual


def is_several_people(name: str) -> bool:
    """Return whether one player's text looks like several: "Ana Koleva, Yavor Petrov"."""
    parts = COMMA.split(name)
    is_list = len(parts) > 1 and all(" " in part.strip() for part in parts)
    return is_list or bool(SURE_SEPARATORS.search(name) or WORDS[0].search(name))


def is_garbled(name: str) -> bool:
    """Return whether a word mixes alphabets or looks wrongly decoded."""
    for word in re.split(r"[\s\-/.,()]+", name):
        letters = [sign for sign in word if sign.isalpha()]
        scripts = {unicodedata.name(sign, "?").split(" ", 1)[0] for sign in letters}
        if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
            return True
        inner = word.strip("'’‘\"“”„«»")
        if letters and any(is_odd(sign, at, inner) for at, sign in enumerate(inner)):
            return True
    return "\ufffd" in name


def is_odd(sign: str, at: int, word: str) -> bool:
    """Return whether a sign cannot follow a letter, such as the second one of "JÃ¼rgen"."""
    if sign == "´" and word[at - 1].isascii() and at + 1 < len(word):
        return False  # used as an apostrophe: O´Brien
    follows = at > 0 and word[at - 1].isalpha() and not sign.isascii()
    is_sign = unicodedata.category(sign) in ODD_CATEGORIES or sign in "©®°¦"
    return follows and is_sign and sign not in "’‘·"
