"""API parity: everything pages can do, with the same permissions."""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.api.operations import OPERATIONS
from tests.api.parity import VERBS, Verb

EXCLUDED_PREFIXES = ("admin/", "accounts/", "api/")


def pages(resolver: URLResolver, before: str = "") -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLPattern) and not pattern.startswith(EXCLUDED_PREFIXES):
            yield each
        elif isinstance(each, URLResolver):
            yield from pages(each, pattern)


PAGES = {page.name: page for page in pages(get_resolver())}


def operations_of(verb: Verb) -> list[str]:
    words = verb.operations.split()
    return [" ".join(pair) for pair in zip(words[::2], words[1::2], strict=True)]


def test_parity_table_lists_every_page():
    assert {name for verb in VERBS for name in verb.pages.split()} == set(PAGES)


def test_parity_table_lists_every_operation_once():
    counted = Counter(each for verb in VERBS for each in operations_of(verb))
    assert set(counted) == set(OPERATIONS)
    assert [each for each, times in counted.items() if times > 1] == []


def test_one_sided_parity_rows_state_a_reason():
    assert [verb.what for verb in VERBS if not verb.pages and not verb.only] == []
    assert [verb.what for verb in VERBS if verb.pages and verb.operations and verb.only] == []
    names = [verb.what for verb in VERBS]
    assert sorted(set(names)) == sorted(names)


def test_every_page_has_an_api_operation():
    """Add an operation for each new page; the list must not grow."""
    assert [verb.what for verb in VERBS if verb.is_missing] == MISSING


@pytest.mark.parametrize(
    "verb", [each for each in VERBS if each.pages and each.operations], ids=lambda verb: verb.what
)
def test_pages_and_operations_require_the_same_permissions(verb):
    of_pages = widest_permissions(PAGES[name].callback for name in verb.pages.split())
    asked = widest_permissions(OPERATIONS[name] for name in operations_of(verb))
    assert (asked == of_pages) is (verb.what not in PERMISSION_EXCEPTIONS)


def widest_permissions(asked: Iterable[object]) -> set[str]:
    """Requested permissions; `direct` includes all that a helper's link can have."""
    found = {getattr(each, "permission", "") for each in asked}
    return found - {"tournaments.direct"} or found


PERMISSION_EXCEPTIONS = {
    "read rulings": "what is private is left out for all others by the operation itself",
    "read the computer field": "the pages of its boards show it to everybody",
    "see what I run": "a page of whoever is signed in says so by Django's own decorator",
    "found a club": "the same",
    "make tokens for programs, read which there are": "the same",
    "revoke a token": "the same",
    "make a practice": "the page offers the clubs that one runs",
}
"""Rows whose operations require another permission than their pages, and why."""
MISSING: list[str] = []
