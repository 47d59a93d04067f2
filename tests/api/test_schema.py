"""The schema describes requests as parsed, and extensible responses."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse

from api.declarative import ResourceSpec
from tests.api.schema import schema
from tests.takers import director_at, evening, url_values
from tests.tournaments.registration.world import open_tournament
from tournaments.rulings.services.rulings import adjust

PARTS = schema()["components"]["schemas"]
Part = dict[str, Any]


def operations() -> Iterator[tuple[str, str, Part]]:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def objects_of(member: str) -> list[tuple[str, Part]]:
    """Objects with named members, with their paths."""
    seen: set[str] = set()
    return [
        found
        for method, path, operation in operations()
        for found in objects_in(operation.get(member), f"{method} {path}", seen)
    ]


def objects_in(part: object, place: str, seen: set[str]) -> Iterator[tuple[str, Part]]:
    if isinstance(part, list):
        for each in part:
            yield from objects_in(each, place, seen)
    if not isinstance(part, dict):
        return
    if "$ref" in part:
        place = part["$ref"].rpartition("/")[2]
        if place not in seen:
            seen.add(place)
            yield from objects_in(PARTS[place], place, seen)
        return
    if isinstance(part.get("properties"), dict):
        yield place, part
    for each in part.values():
        yield from objects_in(each, place, seen)


def is_closed(part: Part) -> bool:
    return part.get("additionalProperties") is False


def test_request_objects_are_closed_and_response_objects_open():
    requests, responses = objects_of("requestBody"), objects_of("responses")
    assert len(requests) > 100
    assert [place for place, part in requests if not is_closed(part)] == []
    assert [place for place, part in responses if is_closed(part)] == []


@pytest.mark.django_db
def test_schema_closes_bodies_where_unknown_members_are_rejected(monkeypatch):
    tournament = evening()
    late = adjust(team=tournament.teams.first(), amount=Fraction(1), reason="late")
    known = url_values(tournament) | {"adjustment_id": late.pk}
    own = {
        "/api/v1/tournaments/{code}/signups/": known
        | {"code": open_tournament(club=tournament.club).code}
    }
    director = director_at(tournament)
    monkeypatch.setattr(ResourceSpec, "values_of", lambda *_args: {})
    closed, refused = set(), set()
    for method, path, operation in operations():
        if "requestBody" not in operation:
            continue
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        name = f"{method} {path}"
        if all(map(is_closed, tops_of(body))):
            closed.add(name)
        address = path.format(**own.get(path, known))
        answer = director.generic(
            method, address, '{"strange": 1}', content_type="application/json"
        )
        errors = answer.json().get("errors", [])
        if ("unknown_member", "#/strange") in {(each["code"], each["pointer"]) for each in errors}:
            refused.add(name)
    assert closed == refused
    assert len(closed) > 100


def tops_of(body: Part) -> list[Part]:
    found = PARTS[body["$ref"].rpartition("/")[2]] if "$ref" in body else body
    return (
        [each for part in found["oneOf"] for each in tops_of(part)] if "oneOf" in found else [found]
    )


def test_schema_expresses_null_as_a_type():
    assert "'nullable'" not in str(schema())


def test_response_schema_has_no_email_format():
    formats = {
        f"{place}.{name}"
        for place, part in objects_of("responses")
        for name, member in part["properties"].items()
        if member.get("format") == "email"
    }
    assert formats == set()


@pytest.mark.django_db
def test_schema_follows_accept_language(client):
    address = reverse("api_schema")
    asked = [client.get(address, headers={"Accept-Language": each}) for each in ("en", "bg", "en")]
    english, bulgarian, again = (answer.content for answer in asked)
    assert english == again != bulgarian
