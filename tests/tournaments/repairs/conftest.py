"""Two evenings of four tables: each table its own boards, or all the same."""

import pytest

from tests.builders import make_drawn
from tournaments.models import Tournament


@pytest.fixture
def tournament() -> Tournament:
    """Four tables, seven rounds, two boards a round; each table its own boards."""
    return make_drawn(8, kind="howell", params={"tables": 4})


@pytest.fixture
def barometer() -> Tournament:
    """Four tables that play the same boards in each round."""
    return make_drawn(8)
