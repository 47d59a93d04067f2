import json

import pytest
from django.test import Client

from tests.builders import director_of, fill_rounds, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tournaments.models import Adjustment, Play

pytestmark = pytest.mark.django_db


@built_once
def tournament():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


@pytest.fixture
def director(tournament):
    client = Client()
    client.force_login(director_of(tournament))
    return client


def send(client, method, tournament, path, **body):
    call = getattr(client, method)
    address = f"/api/v1/tournaments/{tournament.code}/{path}/"
    return call(address, json.dumps(body), content_type="application/json")


def test_ruling_is_stored_and_invalid_award_rejected(tournament, director):
    play = plays_of(tournament, sitting__round__number=1)[0]
    body = {"play": play.pk, "kind": "adjusted", "reason": "revoke"}
    awards = {"NS": {"average": "plus"}, "EW": {"nets": [[4, "1/2"], [-16, "1/2"]]}}
    made = send(director, "post", tournament, "rulings", **body, awards=awards)
    assert made.status_code == 201
    assert Play.objects.get(pk=play.pk).current.awards == awards
    bad = {"NS": {"average": "plus"}, "EW": {"nets": [[4, "1/2"]]}}
    refused = send(director, "post", tournament, "rulings", **body, awards=bad)
    assert refused.status_code == 400
    assert "bad_awards" in refused.content.decode()


def test_adjustment_is_created_listed_and_cancelled(tournament, director, client):
    body = {"team": 2, "amount": "-5/2", "reason": "late", "round": 1, "is_public": False}
    made = send(director, "post", tournament, "adjustments", **body)
    assert made.status_code == 201
    assert made.json()["amount"] == "-5/2"
    address = f"/api/v1/tournaments/{tournament.code}/adjustments/"
    assert client.get(address).json() == []
    assert len(director.get(address).json()) == 1
    number = Adjustment.objects.get().pk
    path = f"adjustments/{number}/cancel"
    assert send(director, "post", tournament, path, reason="mistake").status_code == 201
    assert director.get(address).json()[0]["is_cancelled"] is True


def test_rulings_require_director(tournament, client):
    for path, method in (("rulings", "post"), ("adjustments", "post"), ("scoring", "patch")):
        assert send(client, method, tournament, path).status_code in (401, 403)


def test_scoring_is_read_and_updated(tournament, director, client):
    found = client.get(f"/api/v1/tournaments/{tournament.code}/scoring/").json()
    assert found["scoring"] == "matchpoints"
    refused = send(director, "patch", tournament, "scoring", scoring="butler")
    assert refused.status_code == 400
    done = send(director, "patch", tournament, "scoring", scoring="butler", reason="agreed",
                tie_breaks=["tops", "lot"])  # fmt: skip
    assert done.json()["scoring"] == "butler"
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["tops", "lot"]


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        ("adjusted", {"X": {"average": "plus"}}, "bad_awards"),
        ("not_counted", {}, "awards_unused"),
        ("late", {}, "awards_unused"),
    ],
)
def test_ignored_awards_are_rejected(tournament, director, kind, more, code):
    play = plays_of(tournament, sitting__round__number=1)[0]
    awards = {"NS": {"average": "plus"}, "EW": {"average": "minus"}, **more}
    body = {"play": play.pk, "kind": kind, "reason": "revoke", "awards": awards}
    refused = send(director, "post", tournament, "rulings", **body)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, code)
