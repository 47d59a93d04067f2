"""Public pages depend on their URL only and are cacheable."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.config.addresses import pages
from tournaments.models import Tournament
from web.public_cache import PUBLIC

pytestmark = pytest.mark.django_db
COOKIES = {"theme": "dark", "suits": "four", "textsize": "large", "django_language": "bg", "x": "y"}


@pytest.fixture
def tournament() -> Tournament:
    made = make_drawn(4)
    fill_rounds(made, 1)
    return rebuild(made)


def test_public_pages_are_cacheable_and_set_no_cookies(
    client: Client, tournament: Tournament
) -> None:
    forms = {reverse("replay_new")}
    for address in pages(tournament):
        if address in forms:
            continue
        page = client.get(address)
        assert (address, page["Cache-Control"]) == (address, PUBLIC)
        assert "Cookie" not in page.get("Vary", "")
        assert not page.cookies
        other = Client(headers={"Accept-Language": "fr"})
        for name, value in COOKIES.items():
            other.cookies[name] = value
        again = other.get(address)
        assert again.content == page.content
        assert again["ETag"] == page["ETag"]
        same = other.get(address, headers={"If-None-Match": page["ETag"]})
        assert (same.status_code, same.content, same["ETag"]) == (304, b"", page["ETag"])
        assert same["Cache-Control"] == PUBLIC


def test_display_script_is_loaded_before_the_styles(client: Client) -> None:
    page = client.get("/en/rules/").content.decode()
    assert 0 < page.index("js/frame/display.js") < page.index('rel="stylesheet"')
    assert 'data-theme="auto" data-suits="two" data-textsize="normal"' in page


def test_signed_in_users_get_private_pages_with_their_display(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(director_of(tournament))
    client.cookies["theme"] = "dark"
    for address in pages(tournament):
        page = client.get(address)
        assert (address, page["Cache-Control"]) == (address, "private, no-cache")
        assert "X-Accel-Expires" not in page
        assert "js/frame/display.js" not in page.content.decode()
    assert 'data-theme="dark"' in client.get("/en/rules/").content.decode()


def test_page_with_csrf_token_is_private(client: Client) -> None:
    page = client.get(reverse("replay_new"))
    assert page["Cache-Control"] == "private, no-cache"
    assert "Cookie" in page["Vary"]
    assert "X-Accel-Expires" not in page
    token = client.cookies["csrftoken"].value
    client.get(reverse("replay_new"))
    assert client.cookies["csrftoken"].value == token  # forms in other tabs stay valid


def test_display_is_rendered_by_the_server_without_scripts(client: Client) -> None:
    address = "/en/rules/"
    page = client.get(address).content.decode()
    assert '<noscript><input type="hidden" name="served" value="yes"></noscript>' in page
    chosen = {"theme": "dark", "suits": "two", "textsize": "large", "next": address}
    client.post(reverse("set_display"), {**chosen, "served": "yes"})
    served = client.get(address)
    assert 'data-theme="dark" data-suits="two" data-textsize="large"' in served.content.decode()
    assert served["Cache-Control"] == "private, no-cache"
    client.post(reverse("set_display"), chosen)
    assert client.get(address)["Cache-Control"] == PUBLIC


def test_display_cookies_are_readable_by_scripts(client: Client) -> None:
    answer = client.post(reverse("set_display"), {"theme": "dark", "served": "yes"})
    assert not answer.cookies["theme"]["httponly"]
    assert answer.cookies["served"]["httponly"]


def test_missing_page_is_not_cached(client: Client) -> None:
    missing = client.get("/en/t/none/")
    assert (missing.status_code, missing["Cache-Control"]) == (404, "private, no-cache")
