"""Idempotency: a request with a key is executed once, also when sent concurrently."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from api.base import Operation
from api.urls import urlpatterns
from tests.builders import director_of, make_tournament, make_user
from tournaments.models import IdempotentResponse, Tournament
from tournaments.privacy.retention import delete_expired

KEY = "0b5d3f1e-0000-4000-8000-000000000001"
NAMES = {"players": ["Ana Nova", "Ivo Star"]}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def enter(client: Client, tournament: Tournament, body: Any = NAMES, key: str = KEY) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    address = f"/api/v1/tournaments/{tournament.code}/teams/"
    return client.post(address, body, content_type="application/json", headers=headers)


@pytest.mark.django_db
def test_repeated_request_with_same_key_replays_response(director, tournament):
    first = enter(director, tournament)
    again = enter(director, tournament)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first.headers
    assert again["Idempotency-Replayed"] == "true"
    assert tournament.teams.count() == 1


@pytest.mark.django_db
def test_missing_or_different_key_executes_the_request(director, tournament):
    enter(director, tournament)
    assert enter(director, tournament, {"players": ["Eva Lind", "Jan Berg"]}, "").status_code == 201
    other = enter(director, tournament, {"players": ["Mia Roth", "Tom Ives"]}, KEY + "2")
    assert other.status_code == 201
    assert tournament.teams.count() == 3


@pytest.mark.django_db
def test_same_key_with_another_body_returns_422(director, tournament):
    enter(director, tournament)
    answer = enter(director, tournament, {"players": ["Eva Lind", "Jan Berg"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "key_of_another_request")
    assert tournament.teams.count() == 1


@pytest.mark.django_db
def test_idempotency_key_is_scoped_to_its_caller(director, tournament):
    enter(director, tournament)
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    assert enter(stranger, tournament).status_code == 403
    assert enter(Client(), tournament).status_code == 401


@pytest.mark.django_db
def test_rejected_request_may_be_retried_with_same_key(director, tournament):
    assert enter(director, tournament, {"players": ["Ana Nova"]}).status_code == 400
    assert not IdempotentResponse.objects.exists()
    assert enter(director, tournament).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["short", "x" * 256, "ключ-ключ-ключ-ключ"])
def test_invalid_idempotency_key_is_rejected(director, tournament, key):
    answer = enter(director, tournament, NAMES, key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_key")
    assert not tournament.teams.exists()


@pytest.mark.django_db
def test_key_and_response_are_stored_unreadable(director, tournament):
    enter(director, tournament)
    row = IdempotentResponse.objects.get()
    kept = f"{row.caller} {row.key} {row.request} {bytes(row.answer)!r}"
    assert KEY not in kept
    assert NAMES["players"][0] not in kept


@pytest.mark.django_db
def test_interrupted_request_is_executed_on_retry(director, tournament):
    enter(director, tournament)
    tournament.teams.all().delete()
    IdempotentResponse.objects.update(answer=None)
    assert enter(director, tournament).status_code == 201
    assert tournament.teams.count() == 1


@pytest.mark.django_db
def test_stored_responses_expire_after_a_day(director, tournament):
    enter(director, tournament)
    delete_expired()
    assert IdempotentResponse.objects.count() == 1
    IdempotentResponse.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert delete_expired()["answers"] == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_with_same_key_create_one_team(director, tournament):
    together = Barrier(4)

    def send(_number: int) -> tuple[int, str]:
        browser = Client()
        browser.cookies = director.cookies
        together.wait()
        try:
            answer = enter(browser, tournament)
            return answer.status_code, answer.json().get("code", "")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, range(4)))
    assert (201, "") in answers
    assert set(answers) <= {(201, ""), (409, "being_done")}
    assert tournament.teams.count() == 1
    assert enter(director, tournament)["Idempotency-Replayed"] == "true"


def test_every_api_view_supports_idempotency():
    apart = {"api_schema", "api_docs"}
    views = {route.name: route.callback.view_class for route in urlpatterns}
    assert {name for name, view in views.items() if not issubclass(view, Operation)} == apart


@pytest.mark.django_db
def test_schema_declares_idempotency_key_for_every_post(client):
    paths = client.get("/api/v1/schema/?format=json").json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            headers = {each["name"] for each in operation.get("parameters", [])}
            assert ("Idempotency-Key" in headers) is (method == "post"), path
            assert ("422" in operation["responses"]) is (method == "post"), path


@pytest.mark.django_db
@pytest.mark.parametrize("boundary", ["", "; boundary=x"])
def test_malformed_multipart_content_type_returns_4xx(director, tournament, boundary):
    asked = {"headers": {"Idempotency-Key": KEY}, "content_type": f"multipart/form-data{boundary}"}
    told = {}
    for address in ("score/", f"tournaments/{tournament.code}/teams/", "clubs/1/archives/"):
        told[address] = director.post(f"/api/v1/{address}", b'{"players": []}', **asked).status_code
    assert all(400 <= status < 500 for status in told.values()), told
