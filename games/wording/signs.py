"""Signs between words, which a language may keep apart from the word before: “Par : cœur”."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def colon() -> str:
    """What stands between a word and what is said of it, with its spaces."""
    return pgettext("after a word", ": ")


def parts_in_line(parts: Iterable[str]) -> str:
    """Parts of which each may hold commas, one after the other."""
    return pgettext("between parts", "; ").join(parts)


def small(title: str) -> str:
    """A title within a sentence."""
    return title[:1].lower() + title[1:]
