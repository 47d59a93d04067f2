"""A drawn tournament and its two directors."""

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
    """One director, who is the first to send."""
    return director(tournament, "ana")


@pytest.fixture
def bo(tournament) -> Client:
    """The other director, who had the form open before."""
    return client_of(tournament)


@pytest.fixture
def play(tournament) -> Play:
    """The first board of the first table."""
    return plays_of(tournament)[0]
