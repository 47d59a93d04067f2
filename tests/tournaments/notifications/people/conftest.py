from collections.abc import Iterator

import pytest

from tests.tournaments.notifications.people.services_elsewhere import (
    Elsewhere,
    elsewhere,
    lead_there,
)


@pytest.fixture
def there(settings) -> Iterator[Elsewhere]:
    with elsewhere() as found:
        lead_there(settings, found)
        yield found
