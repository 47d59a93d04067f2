import pytest
from django.test import Client
from django.urls import reverse

from web.display import section


@pytest.fixture
def visitor() -> Client:
    return Client()


def test_valid_settings_are_kept_and_the_visitor_goes_back(visitor):
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


def test_an_unknown_value_is_not_stored(visitor):
    response = visitor.post(reverse("set_display"), {"theme": "pink", "suits": "four"})
    assert list(response.cookies) == ["suits"]


@pytest.mark.parametrize(
    "away", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]
)
def test_nobody_is_sent_to_another_site(visitor, away):
    response = visitor.post(reverse("set_display"), {"next": away})
    assert response["Location"] == "/"


def test_settings_change_by_post_only(visitor):
    assert visitor.get(reverse("set_display")).status_code == 405


def test_the_page_carries_the_settings_and_ignores_a_forged_cookie(visitor, db):
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
def test_the_menu_marks_the_part_of_the_site(url_name, part):
    assert section(url_name) == part
