from collections.abc import Iterator

import pytest

from tests.tournaments.notifications.people.services_elsewhere import (
    FakeServices,
    fake_services,
    use_fake_services,
)


@pytest.fixture
def there(settings) -> Iterator[FakeServices]:
    with fake_services() as found:
        use_fake_services(settings, found)
        yield found
