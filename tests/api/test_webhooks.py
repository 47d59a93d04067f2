from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_user
from tests.shared_rows import built_once
from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.signing import secret_of

pytestmark = pytest.mark.django_db
BODY = {"address": "https://hook.example/belot", "events": ["draw.published", "director.called"]}


@built_once
def club() -> Club:
    return make_club(user=make_user("organiser"))


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def ask(client: Client, method: str, name: str, *where: object, body: Any = None) -> Any:
    address = reverse(name, args=where)
    sent = "" if body is None else body
    return getattr(client, method)(address, sent, content_type="application/json")


def test_webhook_is_created_renewed_tested_and_deleted(organiser: Client, club: Club) -> None:
    made = ask(organiser, "post", "api_webhooks", club.pk, body=BODY)
    assert made.status_code == 201
    hook = Webhook.objects.get()
    assert made.json()["secret"] == secret_of(hook.seed)
    at = (club.pk, hook.pk)
    read = ask(organiser, "get", "api_webhook", *at).json()
    assert "secret" not in read
    assert (read["events"], read["is_on"], read["off"]) == (BODY["events"], True, "")
    assert [row["id"] for row in organiser.get(reverse("api_webhooks", args=[club.pk])).json()] == [
        hook.pk
    ]
    renewed = ask(organiser, "post", "api_webhook_secret", *at)
    assert renewed.json()["secret"] != made.json()["secret"]
    tried = ask(organiser, "post", "api_webhook_tests", *at).json()
    assert (tried["event"], tried["state"], tried["tournament"]) == (
        "webhook.test",
        "waiting",
        None,
    )
    Delivery.objects.update(state="failed")
    (row,) = organiser.get(reverse("api_deliveries", args=at)).json()
    assert (row["id"], row["state"]) == (tried["id"], "failed")
    again = ask(organiser, "post", "api_delivery_again", *at, row["id"])
    assert again.json()["state"] == "waiting"
    off = ask(organiser, "put", "api_webhook", *at, body={**BODY, "is_on": False}).json()
    assert (off["is_on"], off["off"]) == (False, "hand")
    refused = ask(organiser, "post", "api_webhook_tests", *at)
    assert refused.status_code == 400
    assert "webhook_off" in refused.content.decode()
    assert ask(organiser, "delete", "api_webhook", *at).status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"address": "https://10.0.0.1/"}, "private_address"),
        ({"address": "http://hook.example/"}, "not_secure"),
        ({"address": "https://[/"}, "bad_address"),
        ({"address": "https://93.184.216.34:25/"}, "bad_port"),
        ({"events": ["no.such"]}, "invalid_choice"),
    ],
)
def test_invalid_webhook_is_rejected_with_code(
    organiser: Client, club: Club, change: dict[str, Any], code: str
) -> None:
    answer = ask(organiser, "post", "api_webhooks", club.pk, body={**BODY, **change})
    assert answer.status_code == 400
    assert f'"{code}"' in answer.content.decode()


def test_webhooks_require_organiser(club: Club) -> None:
    make_user("neighbour")
    neighbour = Client()
    neighbour.login(username="neighbour", password="secret-enough")
    assert ask(neighbour, "get", "api_webhooks", club.pk).status_code == 403
    assert ask(Client(), "post", "api_webhooks", club.pk, body=BODY).status_code == 401
