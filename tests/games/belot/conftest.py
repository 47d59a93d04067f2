"""The compiled kernel for tests, kept between runs: its folder's name changes with any source."""

from pathlib import Path

import pytest

from games.belot.compiling import Compiled


@pytest.fixture(scope="session")
def kernel_cache(pytestconfig):
    return Path(pytestconfig.cache.mkdir("kernel"))


@pytest.fixture(scope="session")
def compiled(kernel_cache):
    pytest.importorskip("numba")
    return Compiled(kernel_cache)
