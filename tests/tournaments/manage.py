from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_drawn, make_user
from tournaments.models import Tournament


def client_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def stranger() -> Client:
    client = Client()
    client.force_login(make_user("stranger"))
    return client


def address(name: str, tournament: Tournament, *parts: Any) -> str:
    return reverse(f"manage_{name}", args=[tournament.code, *parts])


def messages_of(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


@pytest.fixture
def playing() -> Tournament:
    return make_drawn()
