from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_user
from tournaments.clubs.services import add_member
from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.services import MAX_WEBHOOKS, add_webhook
from tournaments.notifications.webhooks.signing import secret_of

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
ADDRESS = "https://hook.example/belot"


@pytest.fixture
def club() -> Club:
    return make_club(user=make_user("organiser"))


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def page_of(club: Club) -> str:
    return reverse("manage_webhooks", args=[club.pk])


def made(club: Club, **more: Any) -> Webhook:
    values = {"address": ADDRESS, "events": ["director.called"], **more}
    return add_webhook(club=club, **values)


def test_a_new_webhook_shows_its_secret_once(organiser: Client, club: Club) -> None:
    sent = {"address": ADDRESS, "name": "Our site", "events": ["draw.published"]}
    answer = organiser.post(page_of(club), sent)
    hook = Webhook.objects.get()
    address = reverse("manage_webhook", args=[club.pk, hook.pk])
    assert answer.url == address
    assert (hook.events, hook.is_on) == (["draw.published"], True)
    assert secret_of(hook.seed) in organiser.get(address).content.decode()
    assert secret_of(hook.seed) not in organiser.get(address).content.decode()
    assert "Our site" in organiser.get(page_of(club)).content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"address": "https://127.0.0.1/"}, "leads into a private network"),
        ({"address": "https://[::ffff:10.0.0.1]/"}, "leads into a private network"),
        ({"address": "http://hook.example/"}, "must begin with https"),
        ({"address": "https://93.184.216.34:22/"}, "Only the ports"),
        ({"address": "not an address"}, "no address of a web page"),
        ({"address": ""}, "Write the address"),
        ({"events": []}, "at least one event"),
        ({"events": ["no.such"]}, "no.such"),
    ],
)
def test_invalid_webhook_is_explained(
    organiser: Client, club: Club, sent: dict[str, Any], words: str
) -> None:
    answer = organiser.post(
        page_of(club), {"address": ADDRESS, "events": ["draw.published"]} | sent
    )
    assert words in answer.content.decode()
    assert not Webhook.objects.exists()


def test_webhook_count_is_limited(organiser: Client, club: Club) -> None:
    for _number in range(MAX_WEBHOOKS):
        made(club)
    sent = {"address": ADDRESS, "events": ["draw.published"]}
    assert "10 webhooks at most" in organiser.post(page_of(club), sent).content.decode()


def test_page_sends_test_event_and_resends_delivery(organiser: Client, club: Club) -> None:
    hook = made(club)
    organiser.post(reverse("manage_webhook_test", args=[club.pk, hook.pk]))
    row = hook.deliveries.get()
    assert (row.event, row.state) == ("webhook.test", "waiting")
    Delivery.objects.update(state="failed", attempts=8, status=500, answer="<b>off</b>")
    page = organiser.get(reverse("manage_webhook", args=[club.pk, hook.pk])).content.decode()
    assert "HTTP 500" in page
    assert "&lt;b&gt;off&lt;/b&gt;" in page
    organiser.post(reverse("manage_webhook_again", args=[club.pk, hook.pk, row.pk]))
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("waiting", 0)


def test_disabled_webhook_sends_nothing(organiser: Client, club: Club) -> None:
    hook = made(club)
    address = reverse("manage_webhook", args=[club.pk, hook.pk])
    Delivery.objects.create(webhook=hook, event="webhook.test")
    organiser.post(address, {"address": ADDRESS, "events": ["director.called"]})
    hook.refresh_from_db()
    assert (hook.off, hook.deliveries.get().state) == ("hand", "failed")
    answer = organiser.post(reverse("manage_webhook_test", args=[club.pk, hook.pk]), follow=True)
    assert "Switch it on first" in answer.content.decode()
    organiser.post(address, {"address": ADDRESS, "events": ["director.called"], "is_on": "on"})
    hook.refresh_from_db()
    assert hook.is_on


def test_old_secret_is_kept_for_a_time_after_renewal(organiser: Client, club: Club) -> None:
    hook = made(club)
    before = hook.seed
    renewed = reverse("manage_webhook_secret", args=[club.pk, hook.pk])
    page = organiser.post(renewed, follow=True).content.decode()
    hook.refresh_from_db()
    assert hook.old_seed == before
    assert hook.old_secret_until is not None
    assert secret_of(hook.seed) in page
    assert secret_of(before) not in page


def test_removing_webhook_deletes_its_deliveries(organiser: Client, club: Club) -> None:
    hook = made(club)
    Delivery.objects.create(webhook=hook, event="webhook.test")
    organiser.post(reverse("manage_webhook_remove", args=[club.pk, hook.pk]))
    assert not Delivery.objects.exists()


def test_webhook_pages_return_404_for_non_organisers(club: Club) -> None:
    hook = made(club)
    add_member(club=club, login=make_user("director").username, role="director")
    make_club("Elsewhere", make_user("neighbour"))
    names = ("webhook", "webhook_secret", "webhook_test", "webhook_remove")
    addresses = [page_of(club)]
    addresses += [reverse(f"manage_{name}", args=[club.pk, hook.pk]) for name in names]
    for login in ("director", "neighbour"):
        client = Client()
        assert client.login(username=login, password="secret-enough")
        assert {client.post(address).status_code for address in addresses} == {404}
    assert Webhook.objects.get().seed == hook.seed


def test_webhook_of_other_club_returns_404(organiser: Client, club: Club) -> None:
    other = made(make_club("Elsewhere", make_user("neighbour")))
    assert organiser.get(reverse("manage_webhook", args=[club.pk, other.pk])).status_code == 404
    row = Delivery.objects.create(webhook=other, event="webhook.test", state="failed")
    mine = made(club)
    again = reverse("manage_webhook_again", args=[club.pk, mine.pk, row.pk])
    assert organiser.post(again).status_code == 404


def test_failing_since_date_is_localised(organiser: Client, club: Club) -> None:
    hook = made(club)
    since = datetime(2026, 11, 20, 18, 30, tzinfo=ZoneInfo("Europe/Sofia"))
    Webhook.objects.filter(pk=hook.pk).update(failing_since=since)
    address = reverse("manage_webhook", args=[club.pk, hook.pk])
    page = organiser.get(address, headers={"accept-language": "bg"}).content.decode()
    assert "20 ноември, 18:30" in page
