from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_user
from tests.tournaments.notifications.people.services_elsewhere import (
    BOT,
    Browser,
    FakeServices,
    fake_services,
    use_fake_services,
)
from tests.tournaments.notifications.people.world import drawn, run_jobs, states
from tournaments.draws.services.draws import publish_draw
from tournaments.models import Channel, Follower, Tournament
from tournaments.notifications.people.jobs import CHANNEL_TEST_JOB

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def there(settings: Any) -> Iterator[FakeServices]:
    with fake_services() as found:
        use_fake_services(settings, found)
        yield found


@pytest.fixture
def tournament(there: FakeServices) -> Tournament:
    return drawn()


@pytest.fixture
def director(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def ask(client: Client, method: str, name: str, *where: object, body: Any = None) -> Any:
    address = reverse(name, args=where)
    sent = "" if body is None else body
    return getattr(client, method)(address, sent, content_type="application/json")


def test_push_subscription_is_created_tested_and_deleted(
    tournament: Tournament, there: FakeServices
) -> None:
    publish_draw(tournament=tournament)
    anybody, browser = Client(), Browser(there.host)
    offer = ask(anybody, "get", "api_notices", tournament.code).json()
    assert offer["ways"] == ["push", "email"]
    assert offer["push_key"]
    body = {"way": "push", "push": browser.subscription, "team": 3}
    made = ask(anybody, "post", "api_notices", tournament.code, body=body)
    assert made.status_code == 201
    told = made.json()
    assert (told["role"], told["team"], told["is_confirmed"]) == ("player", 3, True)
    assert browser.endpoint not in made.content.decode()

    secret = told["secret"]
    assert ask(anybody, "get", "api_follower", secret).json() == told
    tried = ask(anybody, "post", "api_notice_test", secret)
    assert (tried.status_code, tried.json()["way"]) == (201, "push")
    run_jobs()
    assert "test" in browser.read(there)[-1]["body"]
    assert ask(anybody, "delete", "api_follower", secret).status_code == 204
    assert ask(anybody, "get", "api_follower", secret).status_code == 404
    assert not Follower.objects.exists()


def test_invalid_subscription_is_rejected_with_code(tournament: Tournament) -> None:
    anybody = Client()
    bad = ask(anybody, "post", "api_notices", tournament.code, body={"way": "push", "push": {}})
    assert (bad.status_code, bad.json()["code"]) == (400, "bad_subscription")
    nobody = {"way": "email", "email": "ana@example.org", "team": 99}
    assert ask(anybody, "post", "api_notices", tournament.code, body=nobody).status_code == 404
    no_way = ask(anybody, "post", "api_notices", tournament.code, body={"way": "telegram"})
    assert no_way.json()["code"] == "no_such_way"
    assert not Follower.objects.exists()


def test_email_subscription_secret_is_sent_only_by_email(tournament: Tournament) -> None:
    body = {"way": "email", "email": "ana@example.org"}
    told = ask(Client(), "post", "api_notices", tournament.code, body=body).json()
    assert (told["secret"], told["is_confirmed"]) == ("", False)
    secret = Follower.objects.get().secret
    early = ask(Client(), "post", "api_notice_test", secret)
    assert early.json()["code"] == "not_confirmed"
    assert ask(Client(), "post", "api_follower", secret).json()["is_confirmed"] is True


def test_director_notices_and_sent_counts_require_director(
    tournament: Tournament, director: Client, there: FakeServices
) -> None:
    body = {"way": "push", "push": Browser(there.host).subscription}
    made = ask(director, "post", "api_director_notices", tournament.code, body=body)
    assert (made.status_code, made.json()["role"]) == (201, "director")
    ask(director, "post", "api_notice_test", made.json()["secret"])
    run_jobs()
    (line,) = ask(director, "get", "api_sent_notices", tournament.code).json()
    assert line["count"] == 1
    assert states(tournament) == [("sent", "")]
    other = Client()
    other.force_login(make_user("other"))
    assert ask(other, "get", "api_sent_notices", tournament.code).status_code in {403, 404}
    refused = ask(other, "post", "api_director_notices", tournament.code, body=body)
    assert refused.status_code in {403, 404}
    assert Follower.objects.count() == 1


def test_club_bot_channel_is_stored_tested_and_deleted(
    tournament: Tournament, director: Client, there: FakeServices
) -> None:
    club = tournament.club.pk
    kept = ask(director, "put", "api_channel_keeping", club, "bot", body={"secret": BOT})
    assert kept.status_code == 200
    run_jobs(CHANNEL_TEST_JOB)
    (bot,) = ask(director, "get", "api_channels", club).json()
    assert (bot["kind"], bot["name"], bot["why"]) == ("bot", "@serdika_bot", "")
    assert BOT not in str(bot)
    there.answers["/getMe"] = [401]
    assert ask(director, "post", "api_channel", club, "bot").status_code == 200
    run_jobs(CHANNEL_TEST_JOB)
    assert ask(director, "get", "api_channels", club).json()[0]["why"] == "refused"
    assert ask(director, "delete", "api_channel", club, "bot").status_code == 204
    assert not Channel.objects.exists()
    assert ask(director, "post", "api_channel", club, "bot").status_code == 404
    assert ask(Client(), "get", "api_channels", club).status_code in {401, 403, 404}
