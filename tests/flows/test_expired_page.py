"""Fifty concurrent requests for an expired page render it once."""

import socket
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from django.template.loader import render_to_string

from config.asgi import application
from config.asgi import pages as shared
from tests.builders import fill_rounds, make_drawn, rebuild
from tests.processes import answers, until
from tests.shared_rows import clear_versioned_caches
from tournaments.public import pages
from web.microcache import MAX_TTL_FACTOR, TTL_SECONDS

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
VISITORS = 50


@pytest.fixture
def server() -> Iterator[uvicorn.Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(application, port=port, log_level="error", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run)
    thread.start()
    until(lambda: answers(port), 20)
    yield running
    running.should_exit = True
    thread.join()


def test_fifty_concurrent_requests_render_an_expired_page_once(
    server: uvicorn.Server, monkeypatch: pytest.MonkeyPatch, settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    tournament = make_drawn(20)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    drawn = []

    def counted(template: str, context: dict) -> str:
        drawn.append(template)
        until(lambda: len(server.server_state.connections) >= VISITORS, 60)
        return render_to_string(template, context)

    monkeypatch.setattr(pages, "render_to_string", counted)
    address = f"http://127.0.0.1:{server.config.port}{tournament.get_absolute_url()}"

    def visit(_visitor: int) -> bytes:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()

    with ThreadPoolExecutor(VISITORS) as visitors:
        for times in (1, 2):
            found = set(visitors.map(visit, range(VISITORS)))
            assert len(found) == 1
            assert found.pop().count(b"<tr data-row=") == 20
            assert len(drawn) == times
            clear_versioned_caches()
            for kept in shared.kept.values():
                kept.made -= TTL_SECONDS * MAX_TTL_FACTOR
