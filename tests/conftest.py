import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test.utils import override_settings
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from config.gc_tuning import collect_rarely
from tests.browsers import chromium_path
from tests.databases import _kinds_and_permissions_stay, django_db_setup
from tests.shared_rows import module_transaction, shares_rows
from tournaments.archive.sandbox import findings_payload

__all__ = ["_kinds_and_permissions_stay", "django_db_setup", "module_transaction"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long tests first, so that no process waits at the end.

    Browser tests come last: their event loop remains in the thread, and asyncio.run rejects
    it. Within a module, tests without shared rows come before those rows exist.
    """
    modules = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (*place_in_run(item), modules[item.path], shares_rows(item)))


def place_in_run(item: pytest.Item) -> tuple[bool, int]:
    place = {"walk": 0, "flows": 1, "games": 3}.get(item.nodeid.split("/")[1], 2)
    return item.get_closest_marker("browser") is not None, place


def pytest_collection_finish() -> None:
    """Exclude imported and collected objects (half a gigabyte) from garbage collection."""
    collect_rarely()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)  # the machine can be busy
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium found: browser tests are left out (set CHROMIUM to its path)")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.fixture
def chromium(page: Any) -> Iterator[Any]:
    """A browser page that fails the test on any script error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def server_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]


@pytest.fixture(autouse=True)
def _answers_are_finished(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait for unfinished responses before the database is emptied.

    Open windows are closed; they would keep connections that later tests wait for.
    """
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")  # ends this fixture before the tables are emptied
    browsers = [request.getfixturevalue(name) for name in {"browser"} & set(request.fixturenames)]
    yield
    for context in [context for browser in browsers for context in browser.contexts]:
        context.close()
    patience = time.monotonic() + 20
    while server_threads() and time.monotonic() < patience:
        time.sleep(0.01)


def cached_file_finder() -> Callable[[Any], None]:
    """Every browser test creates middleware; search the 400 static files only once."""
    find, kept = WhiteNoiseMiddleware.add_files_from_finders, dict[str, dict[str, Any]]()

    def find_once(middleware: Any) -> None:
        if middleware.static_prefix not in kept:
            find(middleware)
            kept[middleware.static_prefix] = middleware.files
        middleware.files = kept[middleware.static_prefix]

    return find_once


def check_archive_here(_module: str, content: bytes, *, seconds: int) -> bytes:
    return json.dumps(findings_payload(content)).encode()


@pytest.fixture(scope="session", autouse=True)
def _everywhere() -> Iterator[None]:
    """Defaults of all tests; a test of one of them overrides it.

    Fast password hashes, no rate limits, cached static files, no minimum intervals between
    updates, archive checks without a sandbox (``tests/tournaments/archive/test_apart.py``
    starts one), and no page timing thread, which would write during tests.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
            LIMITS=False,
            WHITENOISE_MAX_AGE=3600,
        ),
    ):
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", cached_file_finder())
        patch.setattr("tournaments.archive.sandbox.run_sandboxed", check_archive_here)
        patch.setattr("tournaments.state.hall.MAX_AGE_SECONDS", 0)
        patch.setattr("tournaments.state.request_cache.CACHE_SECONDS", 0)
        patch.setattr("tournaments.public.pages.MAX_STALE_SECONDS", 0)
        patch.setattr("tournaments.state.change_feed.RECENT_SECONDS", 0)
        patch.setattr("ops.page_times.WRITE_SECONDS", 10**6)
        yield


@pytest.fixture(autouse=True)
def _plain_language() -> Iterator[None]:
    """Reset the language: a request can leave another one active."""
    with translation.override("en"):
        yield
