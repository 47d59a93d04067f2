"""Other spellings of a player in texts: suggested, replaced only on confirmation.

Other alphabet, reversed order, initials, nicknames, nearby addresses or numbers. Possible
namesakes are listed for the organiser to decide.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.clubs.names import ADDRESS, PHONE, has_letters, last_name, search_key
from tournaments.models import Player
from tournaments.privacy.texts import Row, rows_of

WORD: Final = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*\.?")
NICKNAME: Final = re.compile(r"[„“”\"«(]\s*([^„“”\"«»()]{2,40}?)\s*[“”\"»)]")
EXCERPT_MARGIN: Final = 30
MAX_SPELLINGS: Final = 60


@dataclass(slots=True)
class Spelling:
    text: str
    excerpt: str = ""
    places: Counter[str] = field(default_factory=Counter)
    others: Sequence[str] = ()

    @property
    def is_sure(self) -> bool:
        """Whether no other player matches."""
        return not self.others


@dataclass(frozen=True, slots=True)
class SearchedName:
    """A name's words as search keys, and similar names of the club."""

    name: str
    keys: tuple[str, ...]
    others: Mapping[str, tuple[str, ...]]

    @property
    def last(self) -> str:
        return search_key(last_name(self.name))

    def is_whole(self, words: Sequence[str]) -> bool:
        """Whether these are all words of the name, in any order and alphabet."""
        return sorted(map(search_key, words)) == sorted(self.keys)

    def has_initial(self, words: Sequence[str]) -> bool:
        """Whether these are the last name and an initial."""
        if len(words) != 2:
            return False
        for one, other in (words, words[::-1]):
            initial = search_key(one).rstrip(".")
            if search_key(other) == self.last and is_initial_of(one, initial, self.first_keys):
                return True
        return False

    @property
    def first_keys(self) -> tuple[str, ...]:
        return tuple(key for key in self.keys if key != self.last)

    def namesakes(self, words: Sequence[str]) -> tuple[str, ...]:
        """Other players who match the words."""
        matches = []
        for name, keys in self.others.items():
            other = SearchedName(name, keys, {})
            if other.is_whole(words) or other.has_initial(words) or is_last_name(other, words):
                matches.append(name)
        return tuple(matches)


def is_initial_of(word: str, initial: str, keys: Sequence[str]) -> bool:
    """Whether the word is an initial of one of the names."""
    letters = [sign for sign in word if sign.isalpha()]
    is_short = len(letters) == 1 or (word.endswith(".") and len(letters) <= 2)
    return is_short and bool(initial) and any(key.startswith(initial) for key in keys)


def is_last_name(wanted: SearchedName, words: Sequence[str]) -> bool:
    return len(words) == 1 and search_key(words[0]) == wanted.last


def searched_name(player: Player) -> SearchedName:
    names = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    last = search_key(last_name(player.name))
    others = {
        name: keys_of(name)
        for name in names.values_list("name", flat=True)
        if search_key(last_name(name)) == last
        or sorted(keys_of(name)) == sorted(keys_of(player.name))
    }
    return SearchedName(player.name, keys_of(player.name), others)


def keys_of(name: str) -> tuple[str, ...]:
    return tuple(search_key(word.rstrip(".")) for word in name.split() if has_letters(word))


def spellings_of(player: Player) -> list[Spelling]:
    """All spellings in the club's texts, certain ones first."""
    searched = searched_name(player)
    spelling_by_text: dict[str, Spelling] = {}
    for model, _pk, _tournament, row in rows_of(player.club):
        what = str(model._meta.verbose_name_plural)
        for text in texts_in(row):
            for spelt, at, words in spellings_in(text, searched):
                each = spelling_by_text.setdefault(spelt, Spelling(spelt))
                each.places[what] += 1
                each.excerpt = each.excerpt or excerpt_of(text, at, at + len(spelt))
                each.others = each.others or searched.namesakes(words)
    listed = sorted(spelling_by_text.values(), key=lambda each: (not each.is_sure, each.text))
    return listed[:MAX_SPELLINGS]


def texts_in(row: Row) -> Iterator[str]:
    """All strings of a row, including nested ones."""
    waiting: list[object] = list(row.values())
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def spellings_in(text: str, wanted: SearchedName) -> Iterator[tuple[str, int, list[str]]]:
    """Spellings in a text: text, position, words; except the exact name."""
    spans = [(match.start(), match.end()) for match in WORD.finditer(text)]
    is_named, taken = wanted.name.casefold() in text.casefold(), -1
    for at in range(len(spans)):
        for size in (len(wanted.keys), 2, 1):
            if at + size > len(spans) or spans[at][0] < taken:
                continue
            begin, end = spans[at][0], spans[at + size - 1][1]
            words = [text[a:b] for a, b in spans[at : at + size]]
            if not (is_contiguous(text, spans[at : at + size]) and is_spelling(words, wanted)):
                continue
            is_named, taken = True, end
            spelt = text[begin:end] if size > 1 else words[0].rstrip(".")
            if spelt.casefold() != wanted.name.casefold():
                yield spelt, begin, words
            break
    if is_named:
        yield from nearby_identifiers(text)


def is_contiguous(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    gaps = (text[a[1] : b[0]] for a, b in zip(spans, spans[1:], strict=False))
    return all(gap.strip() in {"", ","} and len(gap) <= 2 for gap in gaps)


def is_spelling(words: Sequence[str], wanted: SearchedName) -> bool:
    clean = [word.rstrip(".") for word in words]
    return wanted.is_whole(clean) or wanted.has_initial(words) or is_last_name(wanted, clean)


def nearby_identifiers(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """Nicknames, addresses and telephone numbers in the same text."""
    for match in NICKNAME.finditer(text):
        if has_letters(match[1]):
            yield match[1], match.start(1), [match[1]]
    for pattern in (ADDRESS, PHONE):
        for match in pattern.finditer(text):
            identifier = match[0].strip(" ,;()[]<>")
            yield identifier, match.start(), [identifier]


def excerpt_of(text: str, begin: int, end: int) -> str:
    before, after = max(0, begin - EXCERPT_MARGIN), end + EXCERPT_MARGIN
    dots = ("…" if before else "", "…" if after < len(text) else "")
    return f"{dots[0]}{text[before:after]}{dots[1]}"
