"""Marks behind names in a list: present (+), paid, guest, junior.

A mark ends a row or directly follows a name, in any supported language; a word remains
part of the name if the name would otherwise be incomplete. Other bracketed text is a
private remark for the organiser.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.fields import clean_name
from tournaments.clubs.names import plain_key, without_contacts

HERE_WORDS: Final = frozenset(
    plain_key(word)
    for word in "тук присъства присъстват here present présent présents présente présentes"
    " ici ovdje nazočni prisutan prisutni aanwezig hier".split()
)
PAID_WORDS: Final = frozenset(
    plain_key(word)
    for word in "платено платил платили платиха пл paid payé payés payée payées réglé réglée"
    " plaćeno platio platila platili betaald".split()
)
BY_CARD: Final = frozenset(
    plain_key(word)
    for word in "карта картa card carte cb kartica karticom kaart pin pinpas".split()
)
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "member": ("член", "member", "membre", "član", "članica", "lid"),
    "guest": ("гост", "гостенка", "guest", "invité", "invitée", "gost", "gošća", "gast"),
    "junior": ("юноша", "девойка", "младеж", "junior", "jeune", "mladi", "jeugd", "jeugdspeler"),
}
PLURALS: Final[Mapping[str, tuple[str, ...]]] = {
    "member": ("членове", "members", "membres", "članovi", "leden"),
    "guest": ("гости", "guests", "invités", "gosti", "gasten"),
    "junior": ("юноши", "младежи", "juniors", "jeunes", "juniori", "junioren", "jeugdspelers"),
}
KIND_BY_SINGULAR: Final = {plain_key(word): code for code, words in KINDS.items() for word in words}
KIND_BY_PLURAL: Final = {plain_key(word): code for code, words in PLURALS.items() for word in words}
BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{1,60})[)\]]")
MAX_NAME_SUFFIX_LETTERS: Final = 3
"""In brackets; longer texts are remarks."""
REMARK_LENGTH: Final = 120
LAST: Final = re.compile(r"^(.*?)([\s,;:|/–—-]+)([^\s,;:|/+✓✔()\[\]–—]+)\.?[\s,;|/]*$")
SIGNS: Final = re.compile(r"^(.*?)[\s,;|/]*(\+{1,2}|[✓✔])[\s,;|/]*$")
SIGN_WORDS: Final = frozenset("+ ++ ✓ ✔".split())
PARTICLES: Final = frozenset("de der den van von zu ten ter te du des la le del della el".split())
"""The next word belongs to the family name, as in Jan van der Gast."""
BY: Final = re.compile(r"(?<=\S)\s+(?:par|by|met|с)$")
COUNT: Final = re.compile(r"[\s,;:|/]+2\s*[x×]?$")


@dataclass(frozen=True, slots=True)
class Marks:
    """Parsed marks of a row; ``kinds`` has one fee kind per name."""

    is_here: bool = False
    paid: str = ""
    kinds: tuple[str, ...] = ()
    remark: str = ""

    @property
    def is_about_money(self) -> bool:
        """Whether it needs a tournament with fees."""
        return bool(self.paid) or any(self.kinds)

    def __bool__(self) -> bool:
        return self.is_here or self.is_about_money or bool(self.remark)


NO_MARKS: Final = Marks()


class MarkCollector:
    """Marks while parsing, from last to first."""

    def __init__(self) -> None:
        self.is_here = False
        self.is_paid = False
        self.by_card = False
        self.kinds: list[str] = []
        self.all_of = ""
        self.remarks: list[str] = []

    def take(self, word: str) -> bool:
        """Record the word if it is a mark; return whether it is."""
        key = plain_key(word)
        if key in HERE_WORDS:
            self.is_here = True
        elif key in PAID_WORDS:
            self.is_paid = True
        elif key in BY_CARD:
            self.is_paid = self.by_card = True
        elif key in KIND_BY_SINGULAR:
            self.kinds.insert(0, KIND_BY_SINGULAR[key])
        elif key in KIND_BY_PLURAL:
            self.all_of = KIND_BY_PLURAL[key]
        else:
            return False
        return True

    def join(self, other: "MarkCollector") -> None:
        self.is_here |= other.is_here
        self.is_paid |= other.is_paid
        self.by_card |= other.by_card
        self.all_of = self.all_of or other.all_of
        self.remarks = [*other.remarks, *self.remarks]

    def way_paid(self) -> str:
        return ("card" if self.by_card else "cash") if self.is_paid else ""


def read_marked(
    line: str, divide: Callable[[str], tuple[str, ...]]
) -> tuple[tuple[str, ...], Marks]:
    """Names of a row, split by ``divide``, and its marks."""
    whole = MarkCollector()
    rest = strip_end(line, whole)
    names, kinds = [], []
    for name in divide(rest):
        collector = MarkCollector()
        clean = strip_end(name, collector)
        names.append(clean)
        kinds.append(collector.kinds[-1] if collector.kinds else "")
        whole.join(collector)
    # Singular kinds at the end of the row belong to the last names.
    for place, kind in enumerate(reversed(whole.kinds), start=1):
        if place <= len(kinds) and not kinds[-place]:
            kinds[-place] = kind
    kinds = [kind or whole.all_of for kind in kinds]
    player_kinds = tuple(kinds) if any(kinds) else ()
    remark = "; ".join(whole.remarks)[:REMARK_LENGTH]
    return tuple(filter(None, names)), Marks(whole.is_here, whole.way_paid(), player_kinds, remark)


def is_mark(text: str) -> bool:
    """Return whether a text contains only marks."""
    words = text.split()
    return bool(words) and all(word in SIGN_WORDS or MarkCollector().take(word) for word in words)


def strip_end(text: str, found: MarkCollector) -> str:
    """Strip marks from the end of the text and record them."""
    while True:
        shorter = strip_sign(text, found) or strip_bracket(text, found) or strip_word(text, found)
        if shorter is None:
            return text
        text = shorter


def strip_sign(text: str, found: MarkCollector) -> str | None:
    sign = SIGNS.match(text)
    if sign is None or not sign[1].strip():
        return None
    found.is_here = True
    found.is_paid |= sign[2] == "++"
    return sign[1]


def strip_bracket(text: str, found: MarkCollector) -> str | None:
    """Strip final brackets with marks or a remark."""
    text = text.rstrip(" ,;")
    inside = re.search(BRACKETS.pattern + r"$", text)
    if inside is None or not text[: inside.start()].strip():
        return None
    words = re.split(r"[\s,;/]+", inside[1].strip())
    if all(MarkCollector().take(word) for word in words):
        for word in reversed(words):
            found.take(word)
    elif remark := remark_in(inside[1]):
        found.remarks.insert(0, remark)
    else:
        return None
    return text[: inside.start()].rstrip()


def remark_in(text: str) -> str:
    """The remark in brackets; empty for distinguishing marks such as “(jr)”."""
    clean = clean_name(without_contacts(text))
    letters = sum(sign.isalpha() for sign in clean)
    return clean if letters > MAX_NAME_SUFFIX_LETTERS else ""


def strip_word(text: str, found: MarkCollector) -> str | None:
    """Strip a final word that is a mark, after a separator or a name of two words."""
    last = LAST.match(text)
    if last is None or not MarkCollector().take(last[3]):
        return None
    rest, is_apart = last[1].rstrip(" "), bool(last[2].strip(" "))
    key = plain_key(last[3])
    rest = COUNT.sub("", rest) if key in KIND_BY_PLURAL else rest
    rest = BY.sub("", rest) if key in BY_CARD else rest
    if not rest.strip() or not (is_apart or has_complete_name(rest)):
        return None
    found.take(last[3])
    return rest


def has_complete_name(rest: str) -> bool:
    """Whether a complete name, or only other marks, would remain."""
    parts = re.split(r"[,;|/&\t–—]|\s[-+]\s", rest)
    before = parts[-1].split()
    if before and before[-1].casefold() in PARTICLES:
        return False
    return len(before) > 1 or (
        len(parts) > 1 and all(MarkCollector().take(word) for word in before)
    )


def as_marks(marks: Marks) -> str:
    """Marks as text that parses back unchanged, without kinds."""
    words = [pgettext("mark in a list", "paid")] if marks.paid else []
    if marks.paid == "card":
        words.append(pgettext("mark in a list", "card"))
    remark = f" ({marks.remark})" if marks.remark else ""
    return remark + "".join(f", {word}" for word in words) + (" +" if marks.is_here else "")


def marks_in_words(marks: Marks) -> str:
    words = [pgettext("mark in a list", "here")] if marks.is_here else []
    if marks.paid:
        by_card = marks.paid == "card"
        words.append(_("paid by card") if by_card else pgettext("mark in a list", "paid"))
    words += [kind_word(kind) for kind in marks.kinds if kind]
    return ", ".join(words)


def kind_word(kind: str) -> str:
    words = {
        "member": pgettext("fee", "member"),
        "guest": pgettext("fee", "guest"),
        "junior": pgettext("fee", "junior"),
    }
    return words.get(kind, kind)


def has_presence_marks(rows: Sequence[Marks]) -> bool:
    """Whether the list records presence: rows without the mark are then absent."""
    return any(marks.is_here for marks in rows)
