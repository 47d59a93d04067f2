"""Fixtures for every test."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test.utils import override_settings
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from config.gc_tuning import look_rarely
from tests.browsers import chromium_path
from tests.databases import _kinds_and_permissions_stay, django_db_setup
from tests.shared_rows import module_transaction, shares_rows
from tournaments.archive.sandbox import answer_to

__all__ = ["_kinds_and_permissions_stay", "django_db_setup", "module_transaction"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long tests first and short ones last, so that no process waits at the end.

    Browser tests come last: their event loop stays in the thread, where asyncio.run refuses it. In
    a module tests without shared rows come first, before those rows are there.
    """
    modules = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (*place_in_run(item), modules[item.path], shares_rows(item)))


def place_in_run(item: pytest.Item) -> tuple[bool, int]:
    place = {"walk": 0, "flows": 1, "games": 3}.get(item.nodeid.split("/")[1], 2)
    return item.get_closest_marker("browser") is not None, place


def pytest_collection_finish() -> None:
    """Leave what is imported and collected, half a gigabyte, out of every later collection."""
    look_rarely()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's browser; skip in plain words where there is none."""
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium found: browser tests are left out (set CHROMIUM to its path)")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.fixture
def chromium(page: Any) -> Iterator[Any]:
    """A page of a real browser that fails the test on any script error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def answering() -> list[threading.Thread]:
    """Threads in which the live server still answers somebody."""
    return [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]


@pytest.fixture(autouse=True)
def _answers_are_finished(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty no database under an answer: a browser that is closed leaves some half done.

    A window that a test left open would hold its connections, and every later test wait for it.
    """
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")  # so this ends before the tables are emptied
    browsers = [request.getfixturevalue(name) for name in {"browser"} & set(request.fixturenames)]
    yield
    for context in [context for browser in browsers for context in browser.contexts]:
        context.close()
    patience = time.monotonic() + 20
    while answering() and time.monotonic() < patience:
        time.sleep(0.01)


def finds_files_once() -> Callable[[Any], None]:
    """Each test's browser has its own middleware; all would look for the same 400 files."""
    find, kept = WhiteNoiseMiddleware.add_files_from_finders, dict[str, dict[str, Any]]()

    def find_once(middleware: Any) -> None:
        if middleware.static_prefix not in kept:
            find(middleware)
            kept[middleware.static_prefix] = middleware.files
        middleware.files = kept[middleware.static_prefix]

    return find_once


def check_archive_here(_module: str, content: bytes, *, seconds: int) -> bytes:
    return json.dumps(answer_to(content)).encode()


@pytest.fixture(scope="session", autouse=True)
def _everywhere() -> Iterator[None]:
    """What holds in all tests; a test of one of these things sets its own value over it.

    Passwords are hashed quickly, since tests make many users. All tests ask from one address as
    fast as they can, so there are no limits. A browser keeps type and styles, as it does where
    their names hold a digest. Tables hear of other tables at once, and a page is drawn anew after
    each fact, however long the last drawing took. Archives are checked in this process, as a new
    one takes a second to start; ``tests/tournaments/archive/test_apart.py`` starts it. No thread
    writes down what pages took: it would write in the middle of any test.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
            LIMITS=False,
            WHITENOISE_MAX_AGE=3600,
        ),
    ):
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", finds_files_once())
        patch.setattr("tournaments.archive.sandbox.run_apart", check_archive_here)
        patch.setattr("tournaments.state.hall.FRESH_SECONDS", 0)
        patch.setattr("tournaments.state.request_cache.MOMENT_SECONDS", 0)
        patch.setattr("tournaments.public.pages.REUSED_SECONDS", 0)
        patch.setattr("tournaments.state.change_feed.RECENT_SECONDS", 0)
        patch.setattr("ops.page_times.WRITE_SECONDS", 10**6)
        yield


@pytest.fixture(autouse=True)
def _plain_language() -> Iterator[None]:
    """Begin each test in English: a request in another language leaves that one switched on."""
    with translation.override("en"):
        yield
