"""One site shared by all tests of a module, which commit nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.builders import forget_bodies
from tests.walk.site import Site


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """Build the site in a transaction that is rolled back after the module.

    The transaction of each test is a savepoint in it.
    """
    around = transaction.atomic()
    around._from_testcase = True  # type: ignore[attr-defined]  # durable blocks may be inside
    with django_db_blocker.unblock():
        around.__enter__()
        built = Site()
    forget_bodies()
    yield built
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around.__exit__(None, None, None)
    forget_bodies()
