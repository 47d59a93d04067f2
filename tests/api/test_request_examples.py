"""Every request example of the schema is sent and returns a declared status."""

import json
from typing import Any

import pytest
from django.test import Client

from api.request_examples import EXAMPLES
from tests.api.schema import schema
from tests.builders import enter, make_club, make_drawn, make_tournament, plays_of
from tests.takers import director_at, url_values
from tests.tournaments.formats import enter_field
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NEEDS_ENTRY = ("confirmations/",)
"""A table can only confirm an existing entry."""
Example = tuple[str, str, Any, frozenset[str]]


def examples() -> list[Example]:
    """Method, path, body and success statuses of each example."""
    found = []
    for path, operations in schema()["paths"].items():
        for method, operation in operations.items():
            good = frozenset(each for each in operation["responses"] if each.startswith("2"))
            content = operation.get("requestBody", {}).get("content", {})
            shown = content.get("application/json", {}).get("examples", {})
            found += [(method, path, each["value"], good) for each in shown.values()]
    return found


SHOWN = examples()


@pytest.fixture
def undrawn() -> Tournament:
    tournament = make_tournament(make_club())
    enter_field(tournament, 8)
    return tournament


@pytest.fixture
def evening() -> Tournament:
    return make_drawn(8)


def test_every_request_example_is_in_the_schema():
    assert len(SHOWN) == len(EXAMPLES) + 1, "an address in api/request_examples.py is none"


def fixture_name(path: str) -> str:
    """Fixture name for an operation: before the draw, or during the evening."""
    before = ("/teams/", "/attendance/", "/draw/", "/rules/")
    return "undrawn" if any(part in path for part in before) else "evening"


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown[0]} {shown[1]}")
def test_request_example_gets_a_declared_status(shown: Example, request):
    method, path, body, good = shown
    tournament: Tournament = request.getfixturevalue(fixture_name(path))
    browser: Client = director_at(tournament)
    body = with_ids(body, tournament, path)
    address = path.format(**url_parameters(tournament, path))
    answer = getattr(browser, method)(address, json.dumps(body), content_type="application/json")
    assert str(answer.status_code) in good, answer.content.decode()


def url_parameters(tournament: Tournament, path: str) -> dict[str, Any]:
    return url_values(tournament) if "{token}" in path else {"code": tournament.code}


def with_ids(body: Any, tournament: Tournament, path: str) -> Any:
    real: dict[str, Any] = {"club": tournament.club_id}
    if "play" in body:
        play = plays_of(tournament)[0]
        real["play"] = play.pk
        if path.endswith(NEEDS_ENTRY):
            enter(play)
    return {**body, **{key: real[key] for key in body if key in real}}
