"""Rate limits per kind of caller, not shared by clients behind one address."""

import json
import uuid

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_drawn, make_tournament, make_user, plays_of, slip
from tournaments.models import Club
from web import limits
from web.limits import RateLimit

pytestmark = pytest.mark.django_db
PASSWORD = "secret-enough"


@pytest.fixture(autouse=True)
def _limits_from_nothing(settings):
    settings.LIMITS = True
    for kept in (cache, caches["counts"]):
        kept.clear()
    yield
    for kept in (cache, caches["counts"]):
        kept.clear()


def enter(client: Client, play, **more: str):
    entry = {"play": play.pk, "side": "NS", "slip": slip(), "client_key": str(uuid.uuid4())}
    address = reverse("api_results", args=[play.sitting.table.token])
    return client.post(address, json.dumps(entry), "application/json", **more)


def sign_in(password: str, address: str, name: str = "owner", **more: str) -> bool:
    values = {"login": name, "password": password, **more}
    answer = Client(REMOTE_ADDR=address).post("/accounts/login/", values)
    return bool(answer.status_code == 302)


@pytest.mark.sql
def test_too_many_logins_show_an_error_without_a_count(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "1/m/key"}
    values = {"login": "owner", "password": "wrong"}
    pages = [client.post("/accounts/login/", values).content.decode() for _ in range(2)]
    assert '<p class="error-summary-title">Too many failed login attempts.' in pages[1]
    assert "Correct 1 thing" not in "".join(pages)


# Tables ---------------------------------------------------------------------------------------


@pytest.mark.sql
def test_table_writes_are_throttled_per_table(client, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_WRITES", "3/min")
    plays = plays_of(make_drawn(8), sitting__round__number=1)
    first, second = (
        next(play for play in plays if play.sitting.table.number == number) for number in (1, 2)
    )
    assert [enter(client, first).status_code for _ in range(5)] == [201, 201, 201, 429, 429]
    refused = enter(client, first)
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert refused.json()["errors"][0]["code"] == "throttled"
    assert enter(client, second).status_code == 201


def test_throttled_form_page_links_back_to_the_form(client, monkeypatch):
    monkeypatch.setitem(
        limits.LIMITS_BY_VIEW,
        "manage_files",
        RateLimit("uploads", "1/min", "1/min", "1/min", "1/min"),
    )
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    before = f"http://testserver{reverse('manage_files', args=[tournament.code])}?part=2"
    sent = [
        client.post(before, headers={"referer": before, "accept": "text/html"}) for _ in range(2)
    ]
    assert sent[1].status_code == 429
    assert f'href="{before}"' in sent[1].content.decode()
    assert 'href=""' not in sent[1].content.decode()


def test_eighty_phones_behind_one_ip_are_not_throttled(client, monkeypatch):
    monkeypatch.setattr(limits.CallerThrottle, "timer", lambda _count: 1_800_000_000.0)
    tournament = make_drawn(16)
    tokens = [table.token for table in tournament.tables.all()]
    spectators = [client.get(reverse("tournament", args=[tournament.code])) for _ in range(80)]
    states = [
        client.get(reverse("api_table_state", args=[token])) for token in tokens for _ in range(21)
    ]
    entries = [enter(client, play) for play in plays_of(tournament, sitting__round__number=1)]
    assert {page.status_code for page in spectators} == {200}
    assert {page.status_code for page in states} == {200}
    assert {page.status_code for page in entries} == {201}


def test_table_state_reads_are_not_throttled(client, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_READS", "1/sec")
    token = plays_of(make_drawn(4))[0].sitting.table.token
    for name, statuses in (("api_table_state", [200] * 3), ("api_table", [200, 429, 429])):
        address = reverse(name, args=[token])
        assert [client.get(address).status_code for _ in range(3)] == statuses


def test_api_and_phone_writes_share_the_table_limit(client, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_WRITES", "1/min")
    play = plays_of(make_drawn(4))[0]
    assert enter(client, play).status_code == 201
    address = reverse("api_results", args=[play.sitting.table.token])
    refused = client.post(address, "{}", "application/json")
    assert refused.status_code == 429
    assert refused.json()["errors"][0]["code"] == "throttled"
    assert 1 <= int(refused["Retry-After"]) <= 60


# Users and anonymous clients
# ----------------------------------------------------------------


@pytest.mark.sql
def test_signed_in_user_is_throttled_per_account(monkeypatch):
    monkeypatch.setattr(limits, "WRITES", RateLimit("sends", "2/min", "9/min", "2/min", "2/min"))
    user, other = make_user("one"), make_user("two")
    sent = []
    for account, address in [
        (user, "1.1.1.1"),
        (user, "2.2.2.2"),
        (user, "3.3.3.3"),
        (other, "1.1.1.1"),
    ]:
        client = Client(REMOTE_ADDR=address)
        client.force_login(account)
        sent.append(client.post("/manage/club/new/", {"name": ""}).status_code)
    assert sent == [200, 200, 429, 200]


@pytest.mark.sql
def test_uploads_have_their_own_rate_limit(client, monkeypatch):
    monkeypatch.setitem(
        limits.LIMITS_BY_VIEW,
        "manage_teams_list",
        RateLimit("uploads", "2/min", "2/min", "2/min", "2/min"),
    )
    tournament = make_tournament()
    client.force_login(director_of(tournament))
    address = reverse("manage_teams_list", args=[tournament.code])
    pages = [client.post(address, {"text": "Ana – Bea"}) for _ in range(3)]
    assert [page.status_code for page in pages] == [200, 200, 429]
    assert "That was a lot at once." in pages[2].content.decode()
    entered = client.post(reverse("manage_teams", args=[tournament.code]), {"first": ""})
    assert entered.status_code == 200


def test_club_creation_is_rate_limited(client):
    client.force_login(make_user("founder"))
    founded = [
        client.post("/manage/club/new/", {"name": f"Club {number}"}).status_code
        for number in range(11)
    ]
    assert founded == [302] * 10 + [429]
    assert Club.objects.count() == 10


def test_anonymous_api_is_throttled_but_pages_are_not(client, monkeypatch):
    monkeypatch.setattr(
        limits, "API_REQUESTS", RateLimit("asks the api", "5/min", "2/min", "5/min", "5/min")
    )
    assert [client.get("/api/v1/tournaments/").status_code for _ in range(3)] == [200, 200, 429]
    other = Client(REMOTE_ADDR="2.2.2.2")
    assert other.get("/api/v1/tournaments/").status_code == 200
    assert {client.get("/en/tournaments/").status_code for _ in range(20)} == {200}


def test_rate_limit_ignores_forged_forwarded_header(client, monkeypatch):
    monkeypatch.setattr(
        limits, "API_REQUESTS", RateLimit("asks the api", "5/min", "2/min", "5/min", "5/min")
    )
    answers = [
        client.get("/api/v1/tournaments/", headers={"X-Forwarded-For": f"1.2.3.{number}"})
        for number in range(4)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]


# Signing in -----------------------------------------------------------------------------------


@pytest.mark.sql
def test_failed_logins_block_only_their_own_ip(settings):
    make_user("owner")
    assert [sign_in("wrong", "6.6.6.6") for _ in range(8)] == [False] * 8
    assert sign_in(PASSWORD, "6.6.6.6") is False
    assert sign_in(PASSWORD, "7.7.7.7") is True


def test_admin_login_redirects_to_the_site_login(client):
    make_user("root", is_staff=True, is_superuser=True)
    for _ in range(8):
        refused = client.post("/admin/login/", {"username": "root", "password": "wrong"})
        assert refused.status_code == 302
        assert refused.url.startswith("/accounts/login/?next=")
    assert client.get("/admin/").status_code == 302
    client.post("/accounts/login/", {"login": "root", "password": PASSWORD})
    assert client.get("/admin/").status_code == 200


def test_admin_login_returns_403_for_other_users(client):
    client.force_login(make_user("somebody"))
    assert client.get("/admin/login/").status_code == 403


@pytest.mark.sql
def test_failed_logins_are_limited_per_ip_across_accounts(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed": "3/m/ip"}
    make_user("owner")
    assert [sign_in("wrong", "6.6.6.6", name=f"user {n}") for n in range(3)] == [False] * 3
    assert sign_in(PASSWORD, "6.6.6.6") is False
    assert sign_in(PASSWORD, "7.7.7.7") is True


@pytest.mark.sql
def test_signup_is_rate_limited_per_ip(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}
    client = Client(REMOTE_ADDR="6.6.6.6")
    pages = [client.post("/accounts/signup/", {"username": ""}) for _ in range(3)]
    assert [page.status_code for page in pages] == [200, 200, 429]
    assert "That was a lot at once." in pages[2].content.decode()
    assert pages[2]["Retry-After"] == "60"
