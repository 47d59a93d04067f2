from collections.abc import Iterator
from typing import Any

import pytest

from tests.shared_rows import forget_versions
from tests.walk.site import Site


@pytest.fixture(scope="module")
def site(module_transaction: Any) -> Iterator[Site]:
    """The site; each test's transaction is a savepoint in the module's."""
    with module_transaction.unblock():
        built = Site()
    forget_versions()
    yield built
    forget_versions()
