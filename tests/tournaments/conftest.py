import pytest
from django.test import Client

from tests.builders import make_drawn, plays_of
from tests.tournaments.manage import client_of
from tests.tournaments.two_directors import director
from tournaments.models import Play, Tournament


@pytest.fixture
def tournament() -> Tournament:
    """Eight teams, drawn and published, four tables and two boards a round."""
    return make_drawn()


@pytest.fixture
def ana(tournament) -> Client:
    """Director who sends first."""
    return director(tournament, "ana")


@pytest.fixture
def bo(tournament) -> Client:
    """Director whose form was opened before that."""
    return client_of(tournament)


@pytest.fixture
def play(tournament) -> Play:
    return plays_of(tournament)[0]
