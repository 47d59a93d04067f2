"""Concurrent programs: repeating a change is idempotent, a stale state returns 409."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.builders import director_of, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tournaments.models import Adjustment, Change, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def client(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def send(client: Client, tournament: Tournament, where: str, body: Any, verb: str = "post") -> Any:
    address = f"/api/v1/tournaments/{tournament.code}/{where}/"
    answer = getattr(client, verb)(address, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_repeated_correction_creates_one_version(tournament, client):
    play = plays_of(tournament)[0]
    body = {"play": play.pk, "slip": slip(), "reason": "misread"}
    first = send(client, tournament, "results", body)
    assert (first[0], first[1]["version"]) == (201, 1)
    assert send(client, tournament, "results", body) == first
    assert send(client, tournament, "results", {**body, "seen": 0}) == first
    assert play.results.count() == 1


def test_correction_of_stale_version_returns_current_result(tournament, client):
    play = plays_of(tournament)[0]
    body = {"play": play.pk, "slip": slip(), "reason": "misread", "seen": 0}
    send(client, tournament, "results", body)
    status, answer = send(client, tournament, "results", {**body, "slip": slip(60)})
    assert (status, answer["errors"][0]["code"]) == (409, "changed_since")
    assert answer["errors"][0]["detail"].split(" at ")[0].endswith(" changed this")
    details = answer["details"]
    assert (details["seen"], details["now"]["ns_score"], details["now"]["version"]) == ("1", 10, 1)
    assert details["at"] == play.results.get().created_at.isoformat()
    status, made = send(client, tournament, "results", {**body, "slip": slip(60), "seen": 1})
    assert (status, made["version"]) == (201, 2)
    without = {"play": play.pk, "slip": slip(), "reason": "again"}
    assert send(client, tournament, "results", without)[1]["version"] == 3


def test_repeated_ruling_creates_one_version(tournament, client):
    play = plays_of(tournament)[0]
    awards = {"NS": {"nets": [[10, "2/3"], [-4, "1/3"]]}, "EW": {"average": "equal"}}
    body = {"play": play.pk, "kind": "adjusted", "awards": awards, "reason": "revoke"}
    first = send(client, tournament, "rulings", body)
    assert first[0] == 201
    assert send(client, tournament, "rulings", body) == first
    assert send(client, tournament, "rulings", {**body, "is_public": False, "seen": 0})[0] == 409
    assert play.results.count() == 1


def test_repeated_adjustment_is_stored_once(tournament, client):
    body = {"team": 3, "amount": "-2", "reason": "late", "seen": 0}
    first = send(client, tournament, "adjustments", body)
    assert send(client, tournament, "adjustments", body) == first
    status, answer = send(client, tournament, "adjustments", {**body, "amount": "-3"})
    assert (status, answer["details"]["now"]["amount"]) == (409, "-2")
    assert send(client, tournament, "adjustments", {**body, "team": 4})[0] == 201
    assert Adjustment.objects.count() == 2


@pytest.mark.parametrize(
    ("where", "verb", "first", "second"),
    [
        ("scoring", "patch", {"scoring": "butler"}, {"scoring": "cross_imps"}),
        ("field", "post", {"tables": 4, "counts": False}, {"tables": 8, "counts": False}),
    ],
)
def test_update_requires_current_version_token(tournament, client, where, verb, first, second):
    address = f"/api/v1/tournaments/{tournament.code}/{where}/"
    seen = client.get(address).json()["seen"]
    status, made = send(client, tournament, where, {**first, "seen": seen}, verb)
    assert (status, made["seen"] == seen) == (200, False)
    assert send(client, tournament, where, {**first, "seen": seen}, verb)[0] == 200
    status, answer = send(client, tournament, where, {**second, "seen": seen}, verb)
    assert (status, answer["details"]["seen"]) == (409, made["seen"])
    assert send(client, tournament, where, {**second, "seen": made["seen"]}, verb)[0] == 200
    assert send(client, tournament, where, first, verb)[0] == 200


def test_repeated_side_exchange_is_applied_once(tournament, client):
    body = {"round": 1, "table": 1, "reason": "sat so", "seen": 0}
    first = send(client, tournament, "changes/sides", body)
    assert send(client, tournament, "changes/sides", body) == first
    assert send(client, tournament, "changes/sides", {**body, "table": 2})[0] == 409
    assert Change.objects.count() == 1
    again = {**body, "seen": first[1]["id"]}
    assert send(client, tournament, "changes/sides", again)[0] == 201
    assert Change.objects.count() == 2


@pytest.mark.parametrize("seen", ["x", -1, 1.5, [], 10**40, True])
def test_invalid_version_token_is_rejected(tournament, client, seen):
    play = plays_of(tournament)[0]
    body = {"play": play.pk, "slip": slip(), "reason": "misread", "seen": seen}
    assert send(client, tournament, "results", body)[0] in (400, 409)
    adjustment = {"team": 3, "amount": "-2", "reason": "late", "seen": seen}
    assert send(client, tournament, "adjustments", adjustment)[0] in (201, 400)
    assert not play.results.exists()


def test_schema_declares_optional_seen_and_conflict_response(client):
    schema = client.get("/api/v1/schema/", headers={"accept": "application/json"}).json()
    correction = schema["paths"]["/api/v1/tournaments/{code}/results/"]["post"]
    assert set(correction["responses"]) >= {"201", "409"}
    fields = schema["components"]["schemas"][
        "CorrectionRequest"
        if "CorrectionRequest" in schema["components"]["schemas"]
        else "Correction"
    ]
    assert "seen" in fields["properties"]
    assert "seen" not in fields["required"]
