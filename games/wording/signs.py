"""Signs between words, with the language's spacing: “Par : cœur”."""

from collections.abc import Iterable

from django.utils.translation import pgettext


def colon() -> str:
    return pgettext("after a word", ": ")


def join_parts(parts: Iterable[str]) -> str:
    """Join parts that can contain commas."""
    return pgettext("between parts", "; ").join(parts)


def lower_first(title: str) -> str:
    """Lower the first letter, for use within a sentence."""
    return title[:1].lower() + title[1:]
