from collections.abc import Iterator
from typing import Any

import pytest

from tests.shared_rows import clear_versioned_caches
from tests.walk.site import Site


@pytest.fixture(scope="module")
def site(module_transaction: Any) -> Iterator[Site]:
    """The site; each test's transaction is a savepoint in the module's."""
    with module_transaction.unblock():
        built = Site()
    clear_versioned_caches()
    yield built
    clear_versioned_caches()
