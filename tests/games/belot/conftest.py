"""Compiled kernel, cached between runs in a folder whose name depends on the sources."""

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
