import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_club, make_drawn
from tests.tournaments.notifications.people.services_elsewhere import Browser
from tests.tournaments.notifications.people.world import (
    SITE,
    drawn,
    follow_by_push,
    run_jobs,
    team_at,
)
from tests.tournaments.registration.world import ANA, YAVOR, enter, open_tournament
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Follower, Notice, Sending
from tournaments.notifications.people.addresses import clean_subscription, discord_webhook
from tournaments.notifications.people.jobs import CONFIRMATION_EMAIL_JOB
from tournaments.notifications.people.services.subscriptions import follow
from tournaments.privacy.retention import delete_expired
from tournaments.privacy.services import anonymise_player

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(tournament) -> str:
    return reverse("tournament_notices", args=[tournament.code])


def follow_by_email(tournament, email="ana@example.org", **values):
    return follow(
        tournament=tournament, way="email", email=email, language="bg", site=SITE, **values
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://127.0.0.1/push",
        "https://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8080/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/?fcm.googleapis.com",
        "file:///etc/passwd",
        "https://[::1/x",
        "",
        None,
        7,
    ],
)
def test_push_endpoint_of_unknown_host_is_rejected(endpoint):
    asked = {**Browser("127.0.0.1:1").subscription, "endpoint": endpoint}
    with pytest.raises(RuleViolationError) as refused:
        clean_subscription(asked)
    assert refused.value.code == "bad_subscription"


@pytest.mark.parametrize("asked", [None, [], "x", {}, {"keys": 1}, {"keys": {"p256dh": "ä"}}])
def test_malformed_push_subscription_is_rejected(asked):
    with pytest.raises(RuleViolationError):
        clean_subscription(asked)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_known_push_services_are_accepted(endpoint):
    asked = {**Browser("127.0.0.1:1").subscription, "endpoint": endpoint}
    assert endpoint in clean_subscription(asked)


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/api/webhooks/123456789/" + "t" * 60,
        "https://discord.com.evil.example/api/webhooks/123456789/" + "t" * 60,
        "https://evil.example/?https://discord.com/api/webhooks/123456789/" + "t" * 60,
        "https://discord.com/api/webhooks/123456789/../../" + "t" * 60,
        "json://10.0.0.1/",
        "",
    ],
)
def test_non_discord_webhook_is_rejected(address):
    with pytest.raises(RuleViolationError) as refused:
        discord_webhook(address)
    assert refused.value.code == "bad_webhook"


def test_email_follower_must_confirm_address_by_link(client):
    tournament = make_drawn(8)
    sent = client.post(page_of(tournament), {"way": "email", "email": "ana@example.org"})
    assert sent.status_code == 302
    follower = Follower.objects.get()
    assert (follower.confirmed_at, mail.outbox) == (None, [])
    run_jobs(CONFIRMATION_EMAIL_JOB)
    [letter] = mail.outbox
    own = reverse("notices_own", args=[follower.secret])
    assert letter.to == ["ana@example.org"]
    assert own in letter.body
    assert client.get(own).status_code == 200  # link previews confirm nothing
    follower.refresh_from_db()
    assert follower.confirmed_at is None
    client.post(own, {"do": "confirm"})
    follower.refresh_from_db()
    assert follower.confirmed_at is not None


def test_known_and_unknown_email_get_same_response(client):
    tournament = make_drawn(8)
    body = {"way": "email", "email": "ana@example.org"}
    first = client.post(page_of(tournament), body)
    Follower.objects.update(confirmed_at=timezone.now())
    again = client.post(page_of(tournament), {**body, "team": "3"})
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    known = Follower.objects.get(role=Follower.Role.SPECTATOR)
    assert known.team is None
    assert known.secret not in again["Location"]


def test_emails_to_one_address_are_limited():
    club = make_club()
    for number in range(5):
        follow_by_email(make_drawn(8, name=f"Купа {number}", club=club))
    with pytest.raises(RuleViolationError) as refused:
        follow_by_email(make_drawn(8, name="Купа", club=club))
    assert (refused.value.code, refused.value.field) == ("too_many", "email")


def test_repeated_confirmation_email_is_not_sent_at_once(client):
    tournament = make_drawn(8)
    for _press in range(3):
        follow_by_email(tournament)
        run_jobs(CONFIRMATION_EMAIL_JOB)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"way": "email", "email": "nobody"},
        {"way": "push", "push": "{"},
        {"way": "push", "push": "[" * 3000},
        {"way": "telegram"},
        {"way": "discord"},
        {"way": "pigeon"},
        {"way": "email", "email": "a@b.org", "team": "999"},
        {},
    ],
)
def test_invalid_follow_form_is_rejected(client, body):
    answer = client.post(page_of(make_drawn(8)), body)
    assert answer.status_code in {200, 422}
    assert Follower.objects.count() == 0


def test_resubscribing_replaces_followed_team(there):
    tournament = make_drawn(8)
    browser = Browser(there.host)
    follow_by_push(tournament, browser, team=team_at(tournament, 1))
    follow_by_push(tournament, browser, team=team_at(tournament, 2))
    assert [each.team.number for each in Follower.objects.select_related("team")] == [2]


def test_follower_page_unsubscribes_without_login(client, there):
    tournament = make_drawn(8)
    follower = follow_by_push(tournament, Browser(there.host))
    own = reverse("notices_own", args=[follower.secret])
    page = client.get(own)
    assert (page.status_code, page["Referrer-Policy"]) == (200, "same-origin")
    assert "noindex" in page["X-Robots-Tag"]
    client.post(own, {"do": "stop"})
    assert Follower.objects.count() == 0
    assert client.get(own).status_code == 404


def test_one_click_unsubscribe_needs_no_csrf_token(client, there):
    follower = follow_by_push(make_drawn(8), Browser(there.host))
    own = reverse("notices_own", args=[follower.secret])
    client.handler.enforce_csrf_checks = True
    client.post(own, {"List-Unsubscribe": "One-Click"})
    assert Follower.objects.count() == 0


def test_test_notification_is_sent_once_per_minute(client, there):
    tournament = make_drawn(8)
    browser = Browser(there.host)
    follower = follow_by_push(tournament, browser, "bg")
    own = reverse("notices_own", args=[follower.secret])
    client.post(own, {"do": "test"})
    client.post(own, {"do": "test"})
    run_jobs()
    assert [told["body"] for told in browser.read(there)] == ["Това е пробно известие."]
    assert "изпратено" in client.get(own).content.decode()


def test_registered_player_is_notified_of_seat_after_draw(client, there):
    tournament = open_tournament(8)
    signup = enter(tournament, ANA, YAVOR)
    enter(tournament, "Boyko A", "Boyko B")
    browser = Browser(there.host)
    assert client.get(reverse("notices_signup", args=[signup.secret])).status_code == 200
    follow_by_push(tournament, browser, "en", signup=signup)
    draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 2})
    publish_draw(tournament=tournament)
    run_jobs()
    [told] = browser.read(there)
    assert told["body"].startswith("Round 1 is drawn: you sit at table 1, ")


def test_follower_addresses_are_encrypted_in_database(there):
    tournament = make_drawn(8)
    browser = Browser(there.host)
    follow_by_push(tournament, browser)
    follow_by_email(tournament)
    rows = str(list(Follower.objects.values()))
    assert "ana@example.org" not in rows
    assert browser.endpoint not in rows


def test_anonymising_player_deletes_team_followers(there):
    tournament = make_drawn(8)
    follow_by_push(tournament, Browser(there.host, "a"), team=team_at(tournament, 1))
    follow_by_push(tournament, Browser(there.host, "b"), team=team_at(tournament, 2))
    player = team_at(tournament, 1).players.first()
    anonymise_player(player=player, typed=player.name, asked="today")
    assert [each.team.number for each in Follower.objects.select_related("team")] == [2]


def test_followers_are_deleted_after_retention_periods(there):
    tournament = make_drawn(8)
    today = timezone.localdate()
    type(tournament).objects.update(date=today - timezone.timedelta(days=7))
    follow_by_push(tournament, Browser(there.host))
    follow_by_email(tournament)
    delete_expired()
    assert Follower.objects.count() == 2
    Follower.objects.filter(way="email").update(
        created_at=timezone.now() - timezone.timedelta(days=3)
    )
    assert delete_expired()["followers"] == 1
    type(tournament).objects.update(date=today - timezone.timedelta(days=8))
    assert delete_expired()["followers"] == 1
    assert Follower.objects.count() == 0


def test_notices_page_shows_counts_without_addresses(client, there):
    tournament = drawn()
    browser = Browser(there.host)
    there.answers["/push/"] = [410]
    follow_by_push(tournament, browser)
    publish_draw(tournament=tournament)
    run_jobs()
    client.force_login(tournament.club.memberships.first().user)
    page = client.get(reverse("manage_notices", args=[tournament.code])).content.decode()
    assert "or device gone" in page
    assert browser.endpoint not in page
    assert (Notice.objects.count(), Sending.objects.count()) == (1, 1)


def test_draw_page_links_to_notices(client, there):
    tournament = drawn()
    client.force_login(tournament.club.memberships.first().user)
    page = client.get(reverse("manage_draw", args=[tournament.code])).content.decode()
    assert reverse("manage_notices", args=[tournament.code]) in page


def test_follow_form_labels_no_field_as_optional(client, there):
    tournament = drawn()
    publish_draw(tournament=tournament)
    page = client.get(page_of(tournament), headers={"accept-language": "en"}, follow=True)
    assert "Who you are" in page.content.decode()
    assert "optional" not in page.content.decode()
