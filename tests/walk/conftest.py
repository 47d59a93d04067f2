"""One site shared by all tests of a module, which commit nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.shared_rows import forget_versions
from tests.walk.site import Site


@pytest.fixture(scope="module")
def site(module_transaction: Any) -> Iterator[Site]:
    """The site; the transaction of each test is a savepoint in that of the module."""
    with module_transaction.unblock():
        built = Site()
    forget_versions()
    yield built
    forget_versions()
