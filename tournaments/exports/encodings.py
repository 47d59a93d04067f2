"""Detect the encoding of a text file from small samples of names.

Byte-counting detectors need whole pages; a list of entrants has few non-ASCII letters.
The decoded text is judged: no word in two scripts, no sign or capital inside a word, and
adjacent letters that occur in names.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from tournaments.exports.name_samples import CYRILLIC, LATIN

CODE_PAGES: Final = {
    "cp1252": 0.0, "cp1250": 0.0, "cp1251": 0.0, "cp1254": -1.0, "iso8859-15": -1.0,
    "iso8859-2": -1.0, "iso8859-5": -1.5, "mac_roman": -1.0, "mac_croatian": -1.0,
    "mac_latin2": -3.5, "mac_cyrillic": -1.0, "cp850": -1.5, "cp852": -1.5, "cp866": -1.5,
    "koi8_r": -1.5,
}  # fmt: skip
"""Windows, Unix, Mac and DOS, with prior log-probability."""
MAX_SCORE_GAP: Final = 3.0
"""Log-likelihood below the best reading; worse ones are not offered."""
MIN_MEAN_SCORE: Final = -1.5
"""Per letter of text in a supported language."""
MOST_READINGS: Final = 4
MOST_JUDGED: Final = 60_000
MOST_LOOKED: Final = 1_000
UTF16_HIGH_BYTES: Final = frozenset((0, 1, 2, 4, 0x20))
"""In Latin and Cyrillic texts."""
WRONG: Final = -8.0
KNOWN_WORD_BONUS: Final = 1.5
USUAL_SIGNS: Final = frozenset("–—“”„«»’‘·°№€…•\u00a0\u202f")
WORD: Final = re.compile(r"[^\W\d_]+(?:[^\s\x00-\x7f]*[^\W\d_]+)*")
NUMBER_SIGN: Final = re.compile(r"\b[Nn][°º]|№")
CELL: Final = re.compile(r"[;,\t\r\n/|&]+")


@dataclass(frozen=True, slots=True)
class Reading:
    encoding: str
    text: str


def readings_of(content: bytes) -> list[Reading]:
    """Likely readings, best first; several if ambiguous."""
    if (text := unicode_text(content)) is not None:
        return [Reading("utf-8", text)]
    judged: dict[str, tuple[float, str]] = {}
    for encoding, likely in CODE_PAGES.items():
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        score = likely + judge(text[:MOST_JUDGED])
        if score > judged.get(text, (-math.inf, ""))[0]:
            judged[text] = (score, encoding)
    best = sorted(((score, name, text) for text, (score, name) in judged.items()), reverse=True)
    count = sum(byte > 0x7F for byte in content[:MOST_JUDGED])
    return [
        Reading(name, text)
        for score, name, text in best[:MOST_READINGS]
        if score >= best[0][0] - MAX_SCORE_GAP and score / max(count, 1) >= MIN_MEAN_SCORE
    ]


def unicode_text(content: bytes) -> str | None:
    """The text of a UTF-8 or UTF-16 file; None otherwise."""
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16", errors="replace")
        if b"\x00" in content[:MOST_LOOKED]:
            return unmarked_utf16(content)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def unmarked_utf16(content: bytes) -> str | None:
    """Text of UTF-16 without BOM; None unless in a known script."""
    for encoding, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        if set(content[first:MOST_LOOKED:2]) <= UTF16_HIGH_BYTES:
            text = content.decode(encoding)
            return text if judge(text[:MOST_LOOKED]) > -math.inf else None
    return None


def judge(text: str) -> float:
    """Log-likelihood that a text consists of names; each non-ASCII letter counts."""
    if any(unicodedata.category(sign) == "Cc" and sign not in "\t\r\n" for sign in text):
        return -math.inf
    text = NUMBER_SIGN.sub("No", text)
    words = 0.0
    for cell in CELL.split(text):
        scripts = set()
        for word in WORD.findall(cell):
            script, score = judge_word(word)
            scripts.add(script)
            words += score
        words += WRONG / 2 * (len(scripts) > 1)
    inside = "".join(WORD.findall(text))
    signs = Counter(sign for sign in text if not sign.isalpha() and not sign.isascii())
    signs.subtract(sign for sign in inside if not sign.isalpha())
    usual = sum(count for sign, count in signs.items() if sign in USUAL_SIGNS)
    return words - usual + (sum(signs.values()) - usual) * WRONG / 2


@lru_cache(20_000)
def judge_word(word: str) -> tuple[str, float]:
    scripts = {script_of(sign) for sign in word if sign.isalpha()}
    if len(scripts) > 1:
        return "mixed", WRONG * 10
    script = scripts.pop() if scripts else ""
    if script not in MODELS:
        return script, WRONG * len(word)
    model = MODELS[script]
    score = 0.0
    low = f"^{word.casefold() if len(word.casefold()) == len(word) else word.lower()}$"
    for at, sign in enumerate(word):
        if sign.isascii():
            continue
        if not sign.isalpha():
            score += 0 if sign == "’" else WRONG
            continue
        before, after = word[at - 1 : at], word[at + 1 : at + 2]
        if before.isalpha() and sign.isupper() and (before.islower() or after.islower()):
            score += WRONG
        if sign.islower() and (before.isupper() and after.isupper()):
            score += WRONG
        if not at and sign.islower() and after.isupper():
            score += WRONG
        score += model.score(low[at : at + 3])
    is_known = not word.isascii() and low[1:-1] in model.words
    return script, score + KNOWN_WORD_BONUS * is_known


def script_of(letter: str) -> str:
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "UNKNOWN").split()[0]


class Model:
    """Frequencies of non-ASCII letters between their neighbours."""

    def __init__(self, names: str) -> None:
        self.words = frozenset(names.lower().split())
        self.seen: Counter[str] = Counter()
        for triple in triples(names):
            left, sign, right = triple[0], triple[1], triple[2]
            self.seen.update((triple, f"{left}{sign} ", f" {sign}{right}", sign))
        self.all = sum(count for key, count in self.seen.items() if len(key) == 1)

    def score(self, triple: str) -> float:
        left, sign, right = triple[0], triple[1], triple[2]
        counts = self.seen
        sides = counts[f"{left}{sign} "] + counts[f" {sign}{right}"]
        share = counts[sign] / self.all * 30
        return math.log(3 * counts[triple] + sides + min(share, 1.5) * 0.5 + 0.02)


def triples(names: str) -> Iterator[str]:
    """Each non-ASCII letter with its neighbours; ``^`` and ``$`` bound a word."""
    for word in names.lower().split():
        bounded = f"^{word}$"
        for at in range(1, len(bounded) - 1):
            if not bounded[at].isascii():
                yield bounded[at - 1 : at + 2]


MODELS: Final = {"LATIN": Model(LATIN), "CYRILLIC": Model(CYRILLIC)}


UNREADABLE_LETTERS: Final[Mapping[str, StrPromise]] = {
    "no_encoding": _("The letters of this file cannot be read. Save it as UTF-8 or as XLSX."),
    "unknown_encoding": _("This encoding is not known here."),
    "which_encoding": _(
        "The file does not say how its letters are written. Choose the right text."
    ),
}
SAMPLE_LINES: Final = 3
SAMPLE_LENGTH: Final = 120


def samples_of(readings: Sequence[Reading]) -> list[tuple[str, str]]:
    """Each encoding with the first lines that differ."""
    rows = list(zip(*(reading.text.splitlines() for reading in readings), strict=False))
    different = [row for row in rows if len(set(row)) > 1][:SAMPLE_LINES]
    samples = zip(*different, strict=True) if different else ()
    return [
        (reading.encoding, " · ".join(lines)[:SAMPLE_LENGTH])
        for reading, lines in zip(readings, samples, strict=False)
    ]
