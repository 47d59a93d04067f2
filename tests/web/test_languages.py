import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve, reverse
from django.utils import translation

from games.languages import LANGUAGES, in_language, language_of, without_language
from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.config.addresses import pages
from tests.shared_rows import built_once
from tournaments.models import Tournament
from web.languages import LanguageMiddleware

pytestmark = pytest.mark.django_db
ALTERNATE = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">')
CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)">')


@built_once
def tournament() -> Tournament:
    made = make_drawn(4)
    fill_rounds(made, 1)
    return rebuild(made)


def test_language_is_only_the_first_path_segment() -> None:
    assert language_of("/bg/t/abc/") == "bg"
    assert [language_of(path) for path in ("/", "/bg", "/t/bg/", "/bgx/", "/de/t/abc/")] == [""] * 5
    assert without_language("/bg/fr/") == "/fr/"
    assert in_language("/hr/t/abc/", "fr") == in_language("/t/abc/", "fr") == "/fr/t/abc/"


@pytest.mark.parametrize("path", ["/", "//", "/nothing", "/api/v1/nothing/", "*", "/t"])
def test_only_translated_paths_redirect_to_a_language(path: str) -> None:
    request = RequestFactory().get("/")
    request.path_info = path
    led = LanguageMiddleware(lambda _request: HttpResponse()).process_request(request)
    assert (led is not None) is (path == "/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_url_language_overrides_cookie_and_browser(client: Client, language: str) -> None:
    client.cookies["django_language"] = "fr" if language == "en" else "en"
    page = client.get(f"/{language}/rules/", headers={"Accept-Language": "hr, bg;q=0.5"})
    assert f'<html lang="{language}"' in page.content.decode()
    assert page["Content-Language"] == language
    assert "Vary" not in page


@pytest.mark.parametrize(
    ("cookie", "browser", "language"),
    [("", "", "en"), ("", "de, fr;q=0.7, bg;q=0.2", "fr"), ("hr", "fr", "hr"), ("xx", "bg", "bg")],
)
def test_url_without_language_redirects_to_the_user_language(
    client: Client, tournament: Tournament, cookie: str, browser: str, language: str
) -> None:
    if cookie:
        client.cookies["django_language"] = cookie
    old = f"/t/{tournament.code}/board/1/?hands=suit&x=%D0%B0"
    answer = client.get(old, headers={"Accept-Language": browser})
    assert (answer.status_code, answer["Location"]) == (301, f"/{language}{old}")
    assert answer["Vary"] == "Cookie, Accept-Language"
    assert answer["Cache-Control"] == "private, no-cache"


def test_url_without_slash_redirects_once_to_the_final_url(client: Client) -> None:
    assert client.get("/tournaments?q=a")["Location"] == "/en/tournaments/?q=a"
    assert client.get("/en/tournaments")["Location"] == "/en/tournaments/"
    assert client.get("/en")["Location"] == "/en/"


def test_post_to_url_without_language_returns_308(client: Client) -> None:
    answer = client.post("/deals/", {"count": "3"})
    assert (answer.status_code, answer["Location"]) == (308, "/en/deals/")


@pytest.mark.parametrize("path", ["/manage/", "/table/", "/accounts/login/", "/api/v1/", "/none/"])
def test_untranslated_paths_have_no_language_prefix(client: Client, path: str) -> None:
    assert not language_of(client.get(path).headers.get("Location", ""))
    assert client.get(f"/bg{path}").status_code == 404


def test_machine_urls_have_no_language_prefix(client: Client, tournament: Tournament) -> None:
    with translation.override("bg"):
        assert reverse("tournament_events", args=["abc"]) == "/t/abc/events/"
        listed = client.get(f"/api/v1/tournaments/{tournament.code}/").json()
    assert listed["url"] == f"/t/{tournament.code}/"


def test_pages_link_their_alternates_in_every_language(
    client: Client, tournament: Tournament
) -> None:
    for address in pages(tournament):
        page = client.get(address).content.decode()
        told = dict(ALTERNATE.findall(page))
        assert set(told) == {*LANGUAGES, "x-default"}, address
        path = address.partition("?")[0]
        assert told["x-default"] == f"http://testserver{without_language(path)}"
        for language in LANGUAGES:
            assert told[language] == f"http://testserver{in_language(path, language)}"
            other = client.get(told[language]).content.decode()
            assert dict(ALTERNATE.findall(other)) == told
            assert CANONICAL.findall(other) == [told[language]]


def test_canonical_urls_use_the_public_url(client: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "https://club.example"
    page = client.get("/bg/rules/?page=2").content.decode()
    assert CANONICAL.findall(page) == ["https://club.example/bg/rules/"]


def test_private_pages_have_no_alternate_links(client: Client, tournament: Tournament) -> None:
    client.force_login(director_of(tournament))
    page = client.get(reverse("manage_home")).content.decode()
    assert ALTERNATE.findall(page) == CANONICAL.findall(page) == []


def test_language_switch_redirects_to_the_same_page(client: Client, tournament: Tournament) -> None:
    address = reverse("tournament_board", args=[tournament.code, 1]) + "?hands=suit"
    page = client.get(address).content.decode()
    assert f'name="next" value="{address}"' in page
    answer = client.post(reverse("set_language"), {"language": "hr", "next": address})
    assert answer["Location"] == in_language(address, "hr")
    assert answer.cookies["django_language"].value == "hr"
    assert client.get(without_language(address))["Location"] == in_language(address, "hr")


def test_urls_resolve_in_any_active_language() -> None:
    with translation.override("fr"):
        assert resolve("/bg/t/abc/").url_name == "tournament"
        assert reverse("tournament", args=["abc"]) == "/fr/t/abc/"


def test_printed_and_projected_urls_have_no_language(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(director_of(tournament))
    with translation.override("bg"):
        sheet = client.get(reverse("manage_print_sheets", args=[tournament.code, "guides"]))
        screen = client.get(reverse("tournament_projector", args=[tournament.code]))
    assert f"testserver/t/{tournament.code}/" in sheet.content.decode()
    assert f"testserver/t/{tournament.code}<" in re.sub(r"\s", "", screen.content.decode())
