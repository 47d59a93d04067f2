"""Web push: a browser subscribes, and its service worker shows the notification."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import WHOLE, chromium_path
from tests.flows.phones import PHONE, wait_until
from tests.tournaments.notifications.people.services_elsewhere import (
    Browser,
    FakeServices,
    fake_services,
    use_fake_services,
)
from tests.tournaments.notifications.people.world import drawn, run_jobs
from tournaments.models import Follower, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAKE_SUBSCRIPTION_SCRIPT = """(() => {
  PushManager.prototype.subscribe = async function (options) {
    window.options = options;
    if (window.unreachable) throw new DOMException("push service error", "AbortError");
    return { toJSON: () => (%s) };
  };
})()"""
"""Tests cannot reach a push service."""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/notices/");
  const end = Date.now() + 60_000;  // a busy machine is slow, not wrong
  let shown = [];
  while (!shown.length && Date.now() < end) {
    await new Promise((passed) => setTimeout(passed, 50));
    shown = await registration.getNotifications();
  }
  return shown.map(({ title, body, icon, actions }) => ({ title, body, icon, actions }));
}"""
TOUCHED = """async (action) => {
  const opened = [];
  clients.openWindow = async (address) => { opened.push(address); };
  const [notification] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
  return opened;
}"""


@pytest.fixture
def there(settings: Any) -> Iterator[FakeServices]:
    with fake_services() as found:
        use_fake_services(settings, found)
        yield found


@pytest.fixture
def telephone(there: FakeServices) -> Browser:
    return Browser(there.host)


@pytest.fixture(scope="module")
def browser(browser_type: Any, browser_type_launch_args: dict[str, Any]) -> Iterator[Any]:
    path = chromium_path(WHOLE)
    if path is None:
        pytest.skip("only Chromium itself shows notifications, its headless shell does not")
    found = browser_type.launch(**{**browser_type_launch_args, "executable_path": path})
    yield found
    found.close()


@pytest.fixture
def context(browser: Any, live_server: Any, telephone: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport=PHONE, locale="en-GB")
    found.grant_permissions(["notifications"], origin=live_server.url)
    found.add_init_script(FAKE_SUBSCRIPTION_SCRIPT % json.dumps(telephone.subscription))
    yield found
    found.close()


@pytest.fixture
def tournament() -> Tournament:
    return drawn()


@pytest.fixture
def asking(chromium: Page, live_server: Any, tournament: Tournament) -> Page:
    page = reverse("tournament_notices", args=[tournament.code])
    chromium.goto(f"{live_server.url}{page}")
    return chromium


def ask(page: Page) -> None:
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_role("heading", name="Your notifications")).to_be_visible()


def push(page: Page, told: dict[str, object]) -> None:
    """Simulate the push service."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(page, lambda: found)
    values = {"registrationId": found[0], "data": json.dumps(told)}
    origin = page.evaluate("location.origin")
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, **values})


@pytest.mark.journey
def test_push_subscriber_receives_notifications_until_stopped(
    asking: Page, there: FakeServices, telephone: Browser, tournament: Tournament
) -> None:
    ask(asking)
    follower = Follower.objects.get(tournament=tournament)
    assert (follower.way, follower.confirmed_at is None) == ("push", False)

    asking.get_by_role("button", name="Send a test").click()
    expect(asking.get_by_text("A test is on its way.")).to_be_visible()
    run_jobs()
    [told] = telephone.read(there)
    push(asking, told)
    [shown] = asking.evaluate(SHOWN)
    assert shown["title"] == tournament.name
    assert shown["body"] == "This is a test notification."
    assert shown["icon"].endswith(static("img/icon-192.png"))
    assert asking.request.get(shown["icon"]).status == 200

    [worker] = asking.context.service_workers
    assert worker.evaluate(TOUCHED, "") == [told["url"]]
    assert [action["title"] for action in shown["actions"]] == ["Stop"]

    asking.get_by_role("button", name="Stop").click()
    expect(asking.get_by_text("Stopped. Your address is deleted.")).to_be_visible()
    assert not Follower.objects.exists()


def test_unreachable_push_service_shows_error_and_stores_nothing(asking: Page) -> None:
    asking.evaluate("window.unreachable = true")
    asking.get_by_role("button", name="Notify me on this device").click()
    expect(asking.get_by_text("The browser could not reach its own push service.")).to_be_visible()
    assert not Follower.objects.exists()


def test_denied_notification_permission_shows_instructions(asking: Page) -> None:
    asking.evaluate("Notification.requestPermission = async () => 'denied'")
    asking.get_by_role("button", name="Notify me on this device").click()
    expect(asking.get_by_text("The browser does not allow it.")).to_be_visible()
    assert not Follower.objects.exists()


def test_enter_key_in_email_field_sends_the_confirmation(asking: Page) -> None:
    asking.get_by_label("Email address").fill("ana@example.org")
    asking.get_by_label("Email address").press("Enter")
    expect(asking.get_by_text("We have sent you an email.")).to_be_visible()
    assert Follower.objects.get().way == "email"
