"""Test tiers: which tests run by default, on which services, with how many examples.

A pytest plugin, controlled by marks (see CONTRIBUTING.md). Skipped by default are slow
tests: those marked ``slow``, browser tests without ``journey``, and two thirds of the
rows of ``sample`` tests.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, Final
from zlib import crc32

import pytest

SERVICE_FOLDERS: Final = ("tests/config/", "tests/jobs/", "tests/ops/", "tests/flows/")
"""With ``--everything`` their tests run on both databases."""
ONE_IN: Final = 3
"""One in this many examples runs by default; all run with ``check-all --everything``."""
DATABASE_FIXTURES: Final = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on-services",
        choices=["sql", "all"],
        help="tests that ask what PostgreSQL or Redis may answer differently, or all that use them",
    )
    parser.addoption(
        "--services-apart",
        action="store_true",
        help="another run has the services: leave out tests marked sql(only=True)",
    )
    parser.addoption("--every-example", action="store_true", help="of long rows of examples too")


@pytest.fixture(scope="session")
def every_example(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("every_example"))


@pytest.fixture(scope="session")
def some(every_example: bool) -> Callable[..., list[Any]]:
    """Select one in ``ONE_IN`` of a row, from `begin` on, or all."""
    step = 1 if every_example else ONE_IN

    def select(row: Iterable[Any], begin: int = 0) -> list[Any]:
        return list(row)[begin % step :: step]

    return select


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark slow tests before ``-m`` is applied, and select those for the services in use."""
    for item in items:
        if item.get_closest_marker("browser") and not item.get_closest_marker("journey"):
            item.add_marker("slow")
    for item in outside_samples(items, seed=config.getoption("seed")):
        item.add_marker("slow")
    if option := config.getoption("on_services"):
        keep(runs_on_services if option == "sql" else uses_services, config, items)
    if config.getoption("services_apart"):
        keep(lambda item: not runs_on_services_alone(item), config, items)


def keep(
    rule: Callable[[pytest.Item], bool], config: pytest.Config, items: list[pytest.Item]
) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not rule(item)])
    items[:] = [item for item in items if rule(item)]


def outside_samples(items: Iterable[pytest.Item], seed: int) -> Iterator[pytest.Item]:
    """Rows of ``sample`` tests that are not the one in ``ONE_IN`` selected by the seed."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for rows in tests.values():
        rows.sort(key=lambda row: crc32(f"{seed} {row.nodeid}".encode()))
        yield from rows[ceil(len(rows) / ONE_IN) :]


def runs_on_services(item: pytest.Item) -> bool:
    """Whether a test is marked ``sql``, or has real transactions and no browser."""
    if item.get_closest_marker("sql"):
        return True
    if any(map(item.get_closest_marker, ("once", "live", "browser"))):
        return False
    mark = item.get_closest_marker("django_db")
    in_transactions = bool(mark and mark.kwargs.get("transaction"))
    return in_transactions or "transactional_db" in getattr(item, "fixturenames", ())


def runs_on_services_alone(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("sql")
    return bool(mark and mark.kwargs.get("only"))


def uses_services(item: pytest.Item) -> bool:
    """Whether a database or broker can affect the test."""
    if item.get_closest_marker("sql"):
        return True
    if item.get_closest_marker("once"):
        return False
    if item.get_closest_marker("live"):
        return True
    if item.get_closest_marker("browser"):
        return False
    fixtures = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    mark = item.get_closest_marker("django_db")
    return bool(mark or fixtures) or item.nodeid.startswith(SERVICE_FOLDERS)
