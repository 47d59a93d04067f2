from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.builders import names_of
from tests.tournaments.registration.world import enter, entered, open_tournament, states

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 6
POSTERS = 24 if connection.vendor == "postgresql" else 6
"""A whole hall; few where the database has a single writer."""


def test_concurrent_signups_for_last_place_admit_only_one():
    tournament = open_tournament(1)
    together = Barrier(MANY)

    def send(number: int) -> str:
        together.wait(20)
        try:
            return enter(tournament, *names_of(number)).state
        finally:
            connection.close()

    with ThreadPoolExecutor(MANY) as pool:
        found = list(pool.map(send, range(MANY)))
    assert sorted(found) == ["approved", *["waiting"] * (MANY - 1)]
    assert [state for _name, state in states(tournament)] == ["approved", *["waiting"] * (MANY - 1)]
    assert len(entered(tournament)) == 1


def test_concurrent_browsers_fill_exactly_three_places():
    """Through the page: exactly three are entered, the others wait in order."""
    tournament = open_tournament(3)
    address = reverse("tournament_enter", args=[tournament.code])
    together = Barrier(POSTERS)

    def send(number: int) -> int:
        first, second = names_of(number)
        values = {"key": uuid4(), "first": first, "partner": "with", "second": second}
        together.wait(60)
        try:
            return Client().post(address, values).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(POSTERS) as pool:
        assert set(pool.map(send, range(POSTERS))) == {302}
    wanted = [*["approved"] * 3, *["waiting"] * (POSTERS - 3)]
    assert [state for _name, state in states(tournament)] == wanted
    assert [name for name, _state in states(tournament)][:3] == entered(tournament)


def test_concurrent_requests_with_one_key_create_one_signup():
    tournament, key = open_tournament(), uuid4()
    together = Barrier(MANY)

    def send(_number: int) -> int:
        together.wait(20)
        try:
            return enter(tournament, *names_of(1), key=key).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(MANY) as pool:
        assert len(set(pool.map(send, range(MANY)))) == 1
    assert (len(states(tournament)), len(entered(tournament))) == (1, 1)
