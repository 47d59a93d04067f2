"""What runs once more on other services, and how many of a long row of examples run.

Without the database open to it (pytest-django refuses it then) a test says the same on each. A
browser shows what scripts and layout do; what their pages ask a database is tested without one.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest

ROOMS_OF_SERVICES: Final = ("tests/config/", "tests/jobs/", "tests/upkeep/", "tests/flows/")
"""Settings, caches, queues and processes: run again whole."""
ONE_IN: Final = 3
"""Of a long row of examples one in so many runs without ``--long``."""
DATABASES: Final = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on-services",
        choices=["only", "not"],
        help="only tests that other services may answer differently, or all but these",
    )
    parser.addoption("--every-example", action="store_true", help="as `check-all --long` does")


@pytest.fixture(scope="session")
def some(pytestconfig: pytest.Config) -> Callable[..., list[Any]]:
    """Takes one in so many of a row, or all; tests of one row that begin elsewhere share it."""
    step = 1 if pytestconfig.getoption("every_example") else ONE_IN

    def chosen(row: Iterable[Any], begin: int = 0) -> list[Any]:
        return list(row)[begin % step :: step]

    return chosen


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs, or ran, elsewhere."""
    if chosen := config.getoption("on_services"):
        here: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            here[differs(item) == (chosen == "only")].append(item)
        items[:] = here[True]
        config.hook.pytest_deselected(items=here[False])


def differs(item: pytest.Item) -> bool:
    """Whether a database or a broker has a say in how a test comes out."""
    if item.get_closest_marker("once"):
        return False
    if item.get_closest_marker("live"):
        return True
    if item.get_closest_marker("browser"):
        return False
    asked = DATABASES.intersection(getattr(item, "fixturenames", ()))
    marked = item.get_closest_marker("django_db")
    return bool(marked or asked) or item.nodeid.startswith(ROOMS_OF_SERVICES)
