"""Full, locked, read-only or unavailable database: error messages; phones store entries."""

import asyncio
import json
import sqlite3
import uuid

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import AsyncClient, Client
from django.urls import reverse

from games.languages import in_language
from tests.builders import make_drawn, make_user, plays_of, slip
from tournaments.models import Result
from web import health
from web.health import Probe

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a limit of SQLite")
WORDS = "Nothing can be read or saved right now. This usually passes within a minute."


@pytest.fixture(autouse=True)
def _new_probe(monkeypatch):
    monkeypatch.setattr(health, "PROBE", Probe())
    monkeypatch.setattr(health, "PROBE_INTERVAL_SECONDS", 0.0)


@pytest.fixture
def full():
    """Switch SQLite's full disk on and off by limiting its pages."""

    def limit(pages: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # free pages left by earlier tests
            cursor.execute(f"PRAGMA max_page_count = {pages}")

    yield limit
    limit(2**30)


@pytest.fixture
def read_only():

    def switch(on: bool) -> None:
        setting = (
            f"PRAGMA query_only = {int(on)}"
            if connection.vendor == "sqlite"
            else f"SET default_transaction_read_only = {'on' if on else 'off'}"
        )
        with connection.cursor() as cursor:
            cursor.execute(setting)

    yield switch
    switch(False)


def fail_lookups(monkeypatch, error: Exception) -> None:

    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    monkeypatch.setattr("tournaments.table_app.views.table_of_token", fail)
    monkeypatch.setattr("tournaments.state.change_feed.signal_query", fail)
    monkeypatch.setattr("api.views.tables.TableView.table", fail)


def post(client: Client, play, **more: str):
    entry = {"play": play.pk, "side": "NS", "slip": slip(), "client_key": str(uuid.uuid4())}
    address = reverse("api_results", args=[play.sitting.table.token])
    return client.post(address, json.dumps(entry), "application/json", **more)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_entry_returns_503_while_the_disk_is_full(client, full):
    play = plays_of(make_drawn(4))[0]
    full(1)
    answers = [post(client, play) for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused
    told = {"code": "away", "detail": WORDS, "attr": None, "pointer": None}
    assert refused[0].json()["errors"] == [told]
    assert refused[0]["Retry-After"] == "5"
    assert Result.objects.count() == len(answers) - len(refused)
    assert client.get("/health/").status_code == 503
    full(2**30)
    assert client.get("/health/").json() == {"database": "ok"}
    assert post(client, play).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_read_only_database_fails_health_but_not_liveness(client, read_only):
    play = plays_of(make_drawn(4))[0]
    read_only(True)
    assert post(client, play).status_code == 503
    answer = client.get("/health/")
    assert (answer.status_code, list(answer.json())) == (503, ["database"])
    assert client.get("/health/live/").json() == {"process": "ok"}
    assert client.get("/en/").status_code == 200
    read_only(False)
    assert client.get("/health/").status_code == 200
    assert post(client, play).status_code == 201
    assert Result.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_health_check_leaves_no_tables(client):
    before = connection.introspection.table_names()
    assert client.get("/health/").status_code == 200
    assert connection.introspection.table_names() == before


@pytest.mark.django_db
def test_health_check_probes_the_database_once_per_interval(client, monkeypatch):
    tried: list[int] = []
    monkeypatch.setattr(health, "PROBE_INTERVAL_SECONDS", 600.0)

    def trouble() -> str:
        tried.append(1)
        return ""

    monkeypatch.setattr(health, "write_error", trouble)
    assert {client.get("/health/").status_code for _ in range(20)} == {200}
    assert tried == [1]


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_entry_returns_503_while_the_database_is_locked(client, settings):
    play = plays_of(make_drawn(4))[0]
    holder = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    holder.execute("BEGIN IMMEDIATE")
    assert post(client, play).status_code == 503
    holder.execute("ROLLBACK")
    holder.close()
    assert post(client, play).status_code == 201


@pytest.mark.django_db
def test_page_returns_503_in_its_language_without_database(client, monkeypatch):
    tournament = make_drawn(4)
    address = reverse("tournament", args=[tournament.code])
    fail_lookups(monkeypatch, OperationalError("connection refused"))
    page = client.get(in_language(address, "bg"))
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert page["Cache-Control"] == "no-store"
    assert '<html lang="bg"' in page.content.decode()
    assert WORDS in client.get(address).content.decode()


@pytest.mark.django_db
def test_api_returns_503_problem_json_without_database(client, monkeypatch):
    play = plays_of(make_drawn(4))[0]
    fail_lookups(monkeypatch, InterfaceError("connection already closed"))
    address = reverse("api_results", args=[play.sitting.table.token])
    answer = client.post(address, "{}", "application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["type"], body["status"]) == ("/api/v1/problems/#service-unavailable", 503)
    assert (body["code"], body["detail"]) == ("away", WORDS)


@pytest.mark.django_db
def test_session_save_failure_returns_503(client, monkeypatch):
    """The session is saved after the view, where only the last exception handler is left."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", fail)
    make_user("founder")
    client.raise_request_exception = False
    page = client.post("/accounts/login/", {"login": "founder", "password": "secret-enough"})
    assert page.status_code == 503
    assert WORDS in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_user_lookup_failure_returns_503_under_asgi(client, monkeypatch, settings):
    """The asynchronous server looks up the user before any view."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    settings.LIMITS = True
    client.force_login(make_user("founder"))
    browser = AsyncClient(raise_request_exception=False)
    browser.cookies = client.cookies
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", fail)
    page = asyncio.run(browser.post("/manage/club/new/", {"name": "Serdika"}))
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert WORDS in page.content.decode()


@pytest.mark.django_db
def test_repeated_database_errors_are_logged_once(client, monkeypatch, caplog):
    address = reverse("tournament", args=[make_drawn(4).code])
    fail_lookups(monkeypatch, OperationalError("connection refused"))
    monkeypatch.setattr("web.error_responses.WARNING_INTERVAL_SECONDS", 600.0)
    monkeypatch.setattr("web.error_responses._said", {})
    assert {client.get(address).status_code for _ in range(20)} == {503}
    assert [record.getMessage() for record in caplog.records] == ["database: connection refused"]


@pytest.mark.django_db
def test_programming_error_returns_500(client, monkeypatch):
    tournament = make_drawn(4)
    fail_lookups(monkeypatch, ZeroDivisionError("ours"))
    client.raise_request_exception = False
    page = client.get(reverse("tournament", args=[tournament.code]))
    assert page.status_code == 500
    assert "The fault is ours, not yours" in page.content.decode()
    play = plays_of(tournament)[0]
    assert post(client, play).json()["errors"][0]["code"] == "error"
