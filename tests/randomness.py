"""Deterministic randomness: the test's name and the run's seed select all values.

A pytest plugin. It replaces the two names through which `random`, `secrets` and
`uuid.uuid4` read the operating system's source; child processes are not affected.
``--seed N`` selects other values, for Hypothesis too; reports of failed tests contain the
seed.
"""

import os
import random
from collections.abc import Iterator
from math import ceil
from typing import Any

import hypothesis
import hypothesis.internal.conjecture.providers as providers
import pytest

from tests.selection import ONE_IN

DEFAULT_SEED = 0
DEFAULT_MAX_EXAMPLES = 100
STREAM = random.Random(DEFAULT_SEED)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seed", type=int, default=DEFAULT_SEED, help="other random values than the usual ones"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    os.urandom = random._urandom = STREAM.randbytes  # type: ignore[attr-defined]
    seed = config.getoption("seed")
    hypothesis.settings.register_profile(
        "belot", deadline=None, database=None, derandomize=seed == DEFAULT_SEED, print_blob=True,
        max_examples=ceil(
            DEFAULT_MAX_EXAMPLES / (1 if config.getoption("every_example") else ONE_IN)
        ),
    )  # fmt: skip
    hypothesis.settings.load_profile("belot")
    # Constants of loaded modules become examples; which are loaded depends on earlier tests.
    providers.is_local_module_file = lambda _path: False  # type: ignore[assignment]
    if seed != DEFAULT_SEED:
        config.option.hypothesis_seed = str(seed)


def examples(most: int, **more: Any) -> hypothesis.settings:
    """Settings for one in ``ONE_IN`` of these examples, or all with every example."""
    share = hypothesis.settings.get_profile("belot").max_examples
    return hypothesis.settings(max_examples=ceil(most * share / DEFAULT_MAX_EXAMPLES), **more)


def pytest_report_header(config: pytest.Config) -> str:
    return f"seed: {config.getoption('seed')}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    reseed(item.config, item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Iterator[Any]:
    """Seed shared fixtures by their own names: any test can be the first to request them."""
    if fixturedef.scope == "function":
        return (yield)
    before = STREAM.getstate(), random.getstate()
    reseed(request.config, f"{fixturedef.baseid}::{fixturedef.argname}")
    try:
        return (yield)
    finally:
        STREAM.setstate(before[0])
        random.setstate(before[1])


def reseed(config: pytest.Config, name: str) -> None:
    seed = f"{config.getoption('seed')} {name}"
    STREAM.seed(seed)
    random.seed(seed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[pytest.TestReport]:
    report = yield
    if report.failed:
        report.sections.append(("Randomness", f"--seed {item.config.getoption('seed')}"))
    return report
