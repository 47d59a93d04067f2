"""Fixtures for every test."""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")  # a busy machine is slow, not wrong


def chromium_path() -> str | None:
    """The browser named by CHROMIUM, or the first one on the PATH."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: their event loop stays in the thread, and asyncio.run refuses it."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser; skip in plain words where there is none."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium found: browser tests are left out (set CHROMIUM to its path)")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.fixture
def chromium(page: Any) -> Iterator[Any]:
    """A page of a real browser that fails the test on any script error."""
    from playwright.sync_api import expect

    expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def answering() -> list[threading.Thread]:
    """Threads in which the live server still answers somebody."""
    return [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]


@pytest.fixture(autouse=True)
def _answers_are_finished(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty no database under an answer: a browser that is closed leaves some half done."""
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")  # so this ends before the tables are emptied
    yield
    patience = time.monotonic() + 20
    while answering() and time.monotonic() < patience:
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def _plain_passwords(settings: Any) -> None:
    """Hash passwords quickly: tests make many users."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _halls_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell tables of other tables at once, not after a moment."""
    monkeypatch.setattr("tournaments.facts.hall.FRESH_SECONDS", 0)
    monkeypatch.setattr("tournaments.facts.moments.MOMENT_SECONDS", 0)


@pytest.fixture(autouse=True)
def _pages_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a page anew after each fact, however long the last drawing took."""
    monkeypatch.setattr("tournaments.public.pages.REUSED_SECONDS", 0)
    monkeypatch.setattr("tournaments.facts.signals.RECENT_SECONDS", 0)


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    """All tests ask from one address, as fast as they can; tests of the limits switch them on."""
    settings.LIMITS = False


@pytest.fixture(autouse=True)
def _plain_language() -> Iterator[None]:
    """Begin each test in English: a request in another language leaves that one switched on."""
    from django.utils import translation

    with translation.override("en"):
        yield
