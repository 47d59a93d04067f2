"""Preconditions: a change names the state it is based on; another current state is an error."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.builders import director_of, make_drawn
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def director(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    return getattr(client, method)(
        path, json.dumps(body or {}), content_type="application/json", headers=headers
    )


def settings_of(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.code}/settings/"


def club_of(tournament: Tournament) -> str:
    return f"/api/v1/clubs/{tournament.club_id}/settings/"


def test_matching_etag_returns_304(client, tournament):
    path = f"/api/v1/tournaments/{tournament.code}/"
    first = client.get(path)
    tag = first["ETag"]
    assert not tag.startswith("W/")
    for sent in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = client.get(path, headers={"If-None-Match": sent})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    Tournament.objects.update(name="Another name")
    later = client.get(path, headers={"If-None-Match": tag})
    assert (later.status_code, later["ETag"] == tag) == (200, False)


def test_update_with_current_etag_is_applied(director, tournament):
    path = settings_of(tournament)
    tag = director.get(path)["ETag"]
    answer = send(director, "patch", path, {"name": "Winter"}, **{"If-Match": tag})
    assert answer.status_code == 200
    tournament.refresh_from_db()
    assert tournament.name == "Winter"


@pytest.mark.parametrize("sent", ['"nothing"', '"a", "b"', 'W/"a"', "no tag at all", ""])
def test_update_with_another_etag_returns_412(director, tournament, sent):
    path = settings_of(tournament)
    answer = send(director, "patch", path, {"name": "Winter"}, **{"If-Match": sent})
    assert (answer.status_code, answer.json()["code"]) == (412, "other_state")
    assert answer.json()["type"].endswith("#changed")
    assert answer["ETag"] == director.get(path)["ETag"]
    tournament.refresh_from_db()
    assert tournament.name != "Winter"


@pytest.mark.sql
def test_second_update_with_the_same_etag_returns_412(director, tournament):
    path = settings_of(tournament)
    tag = director.get(path)["ETag"]
    changes = [{"name": "Winter"}, {"name": "Spring"}]
    told = [send(director, "patch", path, each, **{"If-Match": tag}) for each in changes]
    assert [each.status_code for each in told] == [200, 412]
    again = send(director, "patch", path, changes[1], **{"If-Match": told[1]["ETag"]})
    assert again.status_code == 200


def test_delete_requires_current_etag(director, tournament):
    path = f"/api/v1/tournaments/{tournament.code}/"
    tag = director.get(path)["ETag"]
    Tournament.objects.update(name="Another name")
    assert send(director, "delete", path, **{"If-Match": tag}).status_code == 412
    assert Tournament.objects.exists()
    tag = director.get(path)["ETag"]
    assert send(director, "delete", path, **{"If-Match": tag}).status_code == 204


@pytest.mark.sql
def test_missing_permission_takes_precedence_over_etag(client, tournament):
    answer = send(client, "patch", settings_of(tournament), {}, **{"If-Match": '"a"'})
    assert answer.status_code == 401


def test_put_without_version_token_returns_428(director, tournament):
    path = club_of(tournament)
    shown = director.get(path)
    body = {**shown.json(), "name": "Serdika 1948"}
    seen = body.pop("seen")
    answer = send(director, "put", path, body)
    assert (answer.status_code, answer.json()["code"]) == (428, "state_needed")
    assert send(director, "put", path, body, **{"If-Match": shown["ETag"]}).status_code == 200
    assert send(director, "put", path, {**body, "name": "Other", "seen": seen}).status_code == 409


def test_schema_declares_conditional_requests(client):
    paths = client.get("/api/v1/schema/?format=json").json()["paths"]
    club = paths["/api/v1/clubs/{club_id}/settings/"]
    assert {"412", "428"} <= set(club["put"]["responses"])
    assert "304" in club["get"]["responses"]
    settings = paths["/api/v1/tournaments/{code}/settings/"]["patch"]["responses"]
    assert "412" in settings
    assert "428" not in settings
    headers = {each["name"] for each in club["put"]["parameters"]}
    assert "If-Match" in headers
    assert "If-None-Match" in {each["name"] for each in club["get"]["parameters"]}
