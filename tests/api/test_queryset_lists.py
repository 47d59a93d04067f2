"""Lists filtered, sorted and paginated by the database equal those done in Python."""

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from api.queryset_lists import StoredRows
from api.serializers.webhooks import DeliverySerializer
from tests.builders import make_club, make_tournament
from tournaments.models import Delivery, Webhook
from tournaments.notifications.webhooks.services import CHOICES, add_webhook

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


@pytest.fixture
def hook() -> Webhook:
    club = make_club()
    made = add_webhook(club=club, address="https://hook.example/belot", events=list(CHOICES))
    for number in range(40):
        Delivery.objects.create(
            webhook=made,
            event=Delivery.Event.values[number % 5],
            state=Delivery.State.values[number % 3],
            attempts=number % 7,
            status=None if number % 4 else 200 + number % 3,
        )
    return made


def deliveries(hook: Webhook, **query: str) -> Any:
    client = Client()
    client.force_login(hook.club.memberships.get().user)
    return client.get(reverse("api_deliveries", args=[hook.club_id, hook.pk]), query)


ASKED = (
    {"limit": "7"},
    {"order": "attempts,-id", "limit": "9"},
    {"order": "-attempts", "limit": "9"},
    {"order": "-attempts,status", "limit": "9"},
    {"order": "status", "limit": "9"},
    {"order": "created_at", "limit": "9"},
    {"order": "event,-id", "limit": "9"},
    {"filter[state]": "WAITING", "limit": "5"},
    {"filter[state]": "*ed", "limit": "5"},
    {"filter[state]": "delivered..failed"},
    {"filter[state]": "nothing"},
    {"filter[attempts]": "2..4", "order": "-attempts", "limit": "6"},
    {"filter[attempts]": "3"},
    {"filter[attempts]": "2.5.."},
    {"filter[attempts]": "..2.5"},
    {"filter[attempts]": "nan"},
    {"filter[attempts]": "inf..", "order": "id"},
    {"filter[attempts]": "99999999999999999999.."},
    {"filter[attempts]": "many"},
    {"filter[status]": "201", "limit": "2"},
    {"filter[status]": "null", "limit": "20"},
    {"filter[event]": "*.published", "filter[attempts]": "1..", "fields": "id,event", "limit": "4"},
    {"filter[answer]": "", "limit": "30"},
    {"order": "secret"},
    {"filter[secret]": "1"},
    {"fields": "secret"},
    {"limit": "0"},
    {"cursor": "nonsense"},
)


def read_all_pages(hook: Webhook, query: dict[str, str]) -> list[Any]:
    found = []
    while True:
        answer = deliveries(hook, **query)
        found.append((answer.status_code, answer.json(), answer.get("X-Total-Count")))
        if "Link" not in answer.headers:
            return found
        address = re.fullmatch(r'<(.*)>; rel="next"', answer["Link"])[1]
        query = dict(parse_qsl(urlsplit(address).query))


@pytest.mark.sample
@pytest.mark.parametrize("query", ASKED, ids=str)
def test_database_list_equals_list_in_memory(hook, query, monkeypatch):
    by_database = read_all_pages(hook, query)
    monkeypatch.setattr(StoredRows, "part_of", lambda *_asked: None)
    assert by_database == read_all_pages(hook, query)


def test_empty_database_list_equals_list_in_memory(hook, monkeypatch):
    Delivery.objects.all().delete()
    by_database = [read_all_pages(hook, query) for query in ASKED]
    monkeypatch.setattr(StoredRows, "part_of", lambda *_asked: None)
    assert by_database == [read_all_pages(hook, query) for query in ASKED]


@pytest.mark.parametrize(
    ("query", "read"),
    [
        ({"limit": "7"}, 7),
        ({"limit": "7", "order": "-attempts"}, 7),
        ({"limit": "3", "filter[state]": "failed", "filter[attempts]": "2..5"}, 3),
        ({"limit": "7", "order": "event"}, 40),  # each database has its own collation
    ],
)
def test_list_reads_no_more_rows_than_returned(hook, query, read, monkeypatch):
    made: list[int] = []
    told = DeliverySerializer.to_representation

    def counted(self: DeliverySerializer, row: Delivery) -> Any:
        made.append(row.pk)
        return told(self, row)

    monkeypatch.setattr(DeliverySerializer, "to_representation", counted)
    answer = deliveries(hook, **query)
    assert len(answer.json()) == int(query["limit"])
    assert len(made) == read


def test_next_page_needs_one_query_more_than_the_first(hook):
    first = deliveries(hook, limit="5")
    query = dict(parse_qsl(urlsplit(first["Link"][1:].partition(">")[0]).query))
    with CaptureQueriesContext(connection) as by_first:
        deliveries(hook, limit="5")
    with CaptureQueriesContext(connection) as by_second:
        deliveries(hook, **query)
    assert len(by_second) == len(by_first) + 1  # target of the cursor


def test_cursor_continues_after_rows_are_added_or_deleted(hook):
    before = [row["id"] for row in deliveries(hook).json()]
    first = deliveries(hook, limit="5")
    query = dict(parse_qsl(urlsplit(first["Link"][1:].partition(">")[0]).query))
    Delivery.objects.create(webhook=hook, event=Delivery.Event.TEST)
    assert [row["id"] for row in deliveries(hook, **query).json()] == before[5:10]
    Delivery.objects.filter(pk=before[4]).delete()
    # The row is gone; the cursor continues at its position.
    assert [row["id"] for row in deliveries(hook, **query).json()] == before[5:10]


# Tournaments
# --------------------------------------------------------------------------------


def test_tournament_list_is_paginated_by_cursor(client):
    club = make_club()
    codes = [make_tournament(club, name=f"Evening {number}").code for number in range(7)]
    answer, seen = client.get("/api/v1/tournaments/?limit=3&order=name&fields=code"), []
    while True:
        page = answer.json()
        seen += [row["code"] for row in page["results"]]
        assert (page["count"], answer["X-Total-Count"]) == (7, "7")
        if page["next"] is None:
            break
        assert "cursor=" in page["next"]
        assert answer["Link"] == f'<{page["next"]}>; rel="next"'
        answer = client.get(page["next"])
    assert "Link" not in answer.headers
    assert seen == codes


def test_tournament_added_before_the_cursor_shifts_no_page(client):
    club = make_club()
    for number in range(6):
        make_tournament(club, name=f"Evening {number}")
    before = [row["code"] for row in client.get("/api/v1/tournaments/").json()["results"]]
    first = client.get("/api/v1/tournaments/?limit=3").json()
    make_tournament(club, name="The newest")
    rest = client.get(first["next"]).json()
    assert [row["code"] for row in rest["results"]] == before[3:]
    back = client.get(rest["previous"]).json()
    assert [row["code"] for row in back["results"]] == before[:3]


def test_tournaments_with_equal_names_keep_their_order(client):
    """With equal names the primary key decides; each is listed once."""
    club = make_club()
    codes = {make_tournament(club, name="Friday").code for _ in range(9)}
    address, seen = "/api/v1/tournaments/?limit=2&order=name", []
    while address:
        page = client.get(address).json()
        seen += [row["code"] for row in page["results"]]
        address = page["next"]
    assert len(seen) == 9
    assert set(seen) == codes


def test_invalid_cursor_is_rejected(client):
    answer = client.get("/api/v1/tournaments/?cursor=nonsense")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")
