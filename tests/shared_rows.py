"""Rows built once per module; a rollback restores them after each test."""

import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from inspect import Parameter, Signature
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import translation

from tournaments.public import pages
from tournaments.results.selectors import compared
from tournaments.standings import cached
from tournaments.state import hall
from tournaments.table_app import state_cache


@pytest.fixture(scope="module")
def module_transaction(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """Transaction around a module's tests, rolled back at the end."""
    with django_db_blocker.unblock():
        message = "Name the fixture among the test's arguments: its transaction has begun already."
        assert not connection.in_atomic_block, message
    around = transaction.atomic()
    around._from_testcase = True  # type: ignore[attr-defined]  # durable blocks may be inside
    with django_db_blocker.unblock():
        around.__enter__()
    yield django_db_blocker
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)


def shares_rows(item: pytest.Item) -> bool:
    return "module_transaction" in getattr(item, "fixturenames", ())


def built_once(build: Callable[[], Any]) -> Any:
    """Fixture that builds rows once per module and copies what ``build`` returns for each test.

    Not for modules with transactional tests, which empty the tables.
    """
    name = f"{build.__name__}_of_module"

    def build_rows(module_transaction: Any) -> Any:
        with module_transaction.unblock(), translation.override("en"):
            return build()

    def copy_of(**fixtures: Any) -> Any:
        clear_versioned_caches()
        return deepcopy(fixtures[name])

    own = [Parameter(each, Parameter.KEYWORD_ONLY) for each in (name, "db")]
    copy_of.__signature__ = Signature(own)  # type: ignore[attr-defined]
    rows = pytest.fixture(scope="module", name=name)(build_rows)
    setattr(sys.modules[build.__module__], f"_{name}", rows)
    return pytest.fixture(name=build.__name__)(copy_of)


def clear_versioned_caches() -> None:
    """Clear caches by version: after a rollback versions repeat."""
    cache.clear()
    for kept in (
        hall.CACHE,
        pages.LOCAL_BODIES,
        cached.STANDINGS_CACHE,
        compared.RESULTS_CACHE,
        state_cache.STATES,
        state_cache.REBUILD_COUNTS,
    ):
        kept.clear()
