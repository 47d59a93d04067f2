import pytest
from django.test import Client
from django.urls import reverse

from web.display import section


@pytest.fixture
def visitor() -> Client:
    return Client()


def test_display_settings_are_stored_and_redirect_back(visitor):
    response = visitor.post(
        reverse("set_display"),
        {"theme": "dark", "suits": "four", "textsize": "large", "next": "/styleguide/?x=1"},
    )
    assert (response.status_code, response["Location"]) == (302, "/styleguide/?x=1")
    assert {name: cookie.value for name, cookie in response.cookies.items()} == {
        "theme": "dark",
        "suits": "four",
        "textsize": "large",
    }


def test_unknown_display_value_is_not_stored(visitor):
    response = visitor.post(reverse("set_display"), {"theme": "pink", "suits": "four"})
    assert list(response.cookies) == ["suits"]


@pytest.mark.parametrize(
    "away", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]
)
def test_display_settings_never_redirect_to_another_site(visitor, away):
    response = visitor.post(reverse("set_display"), {"next": away})
    assert response["Location"] == "/"


def test_display_settings_require_post(visitor):
    assert visitor.get(reverse("set_display")).status_code == 405


def test_page_applies_display_cookies_and_ignores_forged_ones(visitor, db):
    visitor.cookies["suits"] = "four"
    visitor.cookies["theme"] = '"><script>'
    page = visitor.get(reverse("styleguide")).content.decode()
    assert 'data-theme="auto" data-suits="four" data-textsize="normal"' in page


@pytest.mark.parametrize(
    ("url_name", "part"),
    [
        ("tournament_board", "tournaments"),
        ("match_pad", "match_pad"),
        ("rules_index", "rules"),
        ("home", ""),
        ("", ""),
    ],
)
def test_section_follows_the_url_name(url_name, part):
    assert section(url_name) == part
