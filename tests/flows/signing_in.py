from typing import Any

from django.test import Client

from tests.builders import director_of
from tournaments.models import Tournament


def sign_in(page: Any, base: str, tournament: Tournament) -> None:
    page.goto(f"{base}/accounts/login/")
    page.get_by_label("User name or email").fill(director_of(tournament).username)
    page.get_by_label("Password", exact=True).fill("secret-enough")
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_load_state()


def sign_in_as(chromium, live_server, user):
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    chromium.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
