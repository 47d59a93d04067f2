"""Bodies: unknown members are rejected at any depth; a GET response can be sent back."""

import pytest
from rest_framework import serializers
from rest_framework.test import APIClient

from api.declarative import with_read_only_members
from api.request_bodies import unknown_members
from tests.builders import director_of, fill_rounds, make_drawn, plays_of
from tournaments.models import Change, Player, PlayerMerge, Result, Tournament


class Inner(serializers.Serializer[None]):
    name = serializers.CharField()


class Outer(serializers.Serializer[None]):
    id = serializers.IntegerField(read_only=True)
    sole = Inner(required=False)
    several = Inner(many=True, required=False)
    numbers = serializers.ListField(child=serializers.IntegerField(), required=False)
    free = serializers.JSONField(required=False)
    named = serializers.DictField(required=False)


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({}, set()),
        ({"sole": {"name": "a"}, "several": [{"name": "b"}], "numbers": [1]}, set()),
        ({"id": 7}, set()),
        ({"free": {"x": {"y": 1}}, "named": {"z": 1}}, set()),
        ({"x": 1}, {"x"}),
        ({"x": None}, {"x"}),
        ({"One": {}}, {"One"}),
        ({"sole": {"name": "a", "y": 1}}, {"sole"}),
        ({"several": [{"name": "a"}, {"names": "b"}]}, {"several"}),
        ({"x": 1, "sole": {"y": 1}}, {"x", "sole"}),
        ({"sole": "no object", "several": "no list", "numbers": "none"}, set()),
        ([1, 2], set()),
        ("text", set()),
    ],
)
def test_unknown_members_are_located(body, places):
    assert set(unknown_members(Outer(), body)) == places


def test_unknown_members_of_lists_are_located_by_index():
    faults = unknown_members(Outer(), {"several": [{"name": "a"}, {"names": "b"}]})
    assert list(faults["several"]) == ["1"]
    assert list(faults["several"]["1"]) == ["names"]


def test_read_only_members_of_a_response_are_accepted():
    body = with_read_only_members(Outer, Inner)(data={"name": "a", "id": 7, "sole": {"y": 1}})
    assert body.is_valid()
    assert unknown_members(body, body.initial_data) == {}
    assert body.validated_data == {"name": "a"}
    assert set(unknown_members(body, {"names": "a"})) == {"names"}


@pytest.fixture
def tournament(db) -> Tournament:
    tournament = make_drawn(4, boards_per_round=2)
    fill_rounds(tournament, 1)
    return tournament


def requests_of(tournament):
    root = f"/api/v1/tournaments/{tournament.code}/"
    play = plays_of(tournament)[0].pk
    entry = {"side": "NS", "slip": {"passed_out": True}, "play": play, "client_key": KEY}
    token = plays_of(tournament)[-1].sitting.table.token
    return {
        "wrong-board": (
            "post", f"{root}changes/wrong-board/",
            {"round": 1, "table": 1, "board": 1, "other_board": 2, "reason": "x"},
        ),
        "withdraw": ("post", f"{root}changes/withdraw/", {"team": 1, "from_round": 2}),
        "ruling": (
            "post", f"{root}rulings/", {"play": play, "kind": "not_counted", "reason": "x"},
        ),
        "adjustment": ("post", f"{root}adjustments/", {"team": 1, "amount": 0, "reason": "x"}),
        "settings": ("patch", f"{root}settings/", {"name": "Other"}),
        "scoring": ("patch", f"{root}scoring/", {"scoring": "butler"}),
        "table": ("post", f"/api/v1/tables/{token}/results/", entry),
        "club": ("post", "/api/v1/clubs/", {"name": "Another"}),
    }  # fmt: skip


KEY = "0b5b0fae-8f86-4c88-8d3a-8b6c7e9a1b11"
NAMES = [
    "wrong-board", "withdraw", "ruling", "adjustment", "settings", "scoring", "table", "club",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_operation_rejects_unknown_member(tournament, name):
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    method, path, body = requests_of(tournament)[name]
    before = Change.objects.count(), Result.objects.count()
    answer = getattr(client, method)(path, {**body, "boardss": [2]}, format="json")
    assert answer.status_code == 400, answer.content
    first = answer.json()["errors"][0]
    assert (first["code"], first["pointer"]) == ("unknown_member", "#/boardss")
    assert (Change.objects.count(), Result.objects.count()) == before


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 200),
        ("?state=playing", 200),
        ("?order=name&limit=5", 200),
        ("?filter[state]=finished", 400),
        ("?nonsense=1", 400),
        ("?State=playing", 400),
    ],
)
@pytest.mark.django_db
def test_tournament_list_rejects_unknown_parameters(query, status):
    answer = APIClient().get(f"/api/v1/tournaments/{query}")
    assert answer.status_code == status, answer.content


@pytest.mark.parametrize(
    ("query", "status"),
    [("?filter[number]=1", 200), ("?fields=number", 200), ("?number=1", 400), ("?filter=1", 400)],
)
def test_lists_reject_unknown_parameters(tournament, query, status):
    answer = APIClient().get(f"/api/v1/tournaments/{tournament.code}/teams/{query}")
    assert answer.status_code == status, answer.content
    if status == 400:
        first = answer.json()["errors"][0]
        assert first["code"] == "unknown_parameter"
        assert first["parameter"] == query[1:].partition("=")[0]


def test_operation_without_body_rejects_members(tournament):
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    root = f"/api/v1/tournaments/{tournament.code}/"
    turned = {"round": 1, "table": 1, "boards": [1], "reason": "x"}
    change = client.post(f"{root}changes/sides/", turned, format="json").json()["id"]
    player = Player.objects.first()
    other = Player.objects.last()
    club = f"/api/v1/clubs/{tournament.club_id}/"
    for method, path in [
        ("post", f"{root}changes/{change}/undo/"),
        ("delete", root),
        ("post", f"{club}players/{player.pk}/merging/{other.pk}/"),
    ]:
        answer = getattr(client, method)(path, {"preview": True}, format="json")
        assert answer.status_code == 400, path
        assert answer.json()["errors"][0]["code"] == "unknown_member"
    assert not PlayerMerge.objects.exists()
    undo = f"{root}changes/{change}/undo/"
    assert client.post(undo, {"boards": 1}, format="multipart").status_code == 400
    assert client.post(undo, {}, format="multipart").status_code == 201
