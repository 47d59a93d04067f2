import pytest

from tests.builders import make_drawn
from tournaments.models import Tournament


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn(8, kind="howell", params={"tables": 4})


@pytest.fixture
def odd() -> Tournament:
    return make_drawn(7, kind="howell", params={"tables": 4, "missing": True})


@pytest.fixture
def barometer() -> Tournament:
    """Four tables that play the same boards in each round."""
    return make_drawn(8)
