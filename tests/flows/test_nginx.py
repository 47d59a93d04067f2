"""nginx proxy: cached pages, events published once."""

import contextlib
import gzip
import http.client
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from benchmarks.evening.processes import free_port
from benchmarks.evening.shipped import nginx_configuration
from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.config.addresses import pages
from tests.processes import answers, environment, started, until, web_process
from tests.tournaments.signals import signal_of
from tournaments.console.services.clock import start_round
from tournaments.models import Tournament

NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
HAS_NGINX = bool(shutil.which("nginx")) and NCHAN.exists() and os.access("/var/lib/nginx", os.W_OK)
pytestmark = [
    pytest.mark.live,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not HAS_NGINX, reason="needs nginx-light and libnginx-mod-nchan"),
]
PATIENCE = 30


class NginxStack:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.publishing_port, self.drawing_port = (free_port() for _ in range(3))
        self.variables = environment() | {"NCHAN_URL": f"http://127.0.0.1:{self.publishing_port}"}
        self.server = contextlib.ExitStack()
        self.nginx = contextlib.ExitStack()

    def start_server(self) -> None:
        self.server.enter_context(web_process(self.variables, self.drawing_port))

    def start_nginx(self) -> None:
        path = self.folder / "nginx.conf"
        text = nginx_configuration(
            port=self.port,
            publishing_port=self.publishing_port,
            drawing_port=self.drawing_port,
            folder=self.folder,
        )
        path.write_text(text)
        self.nginx.enter_context(
            started(["nginx", "-e", "stderr", "-c", str(path)], self.variables)
        )
        until(lambda: answers(self.port), PATIENCE)

    def stop_nginx(self) -> None:
        self.nginx.close()
        # Worker processes can outlive the master for a moment and reset new connections.
        until(lambda: not answers(self.port), PATIENCE)

    def get(self, path: str, port: int = 0, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, lower-case headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=sent)
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, told, answer.read()

    @contextlib.contextmanager
    def event_stream(
        self, tournament: Tournament, *, says_so: bool = True
    ) -> Iterator[Callable[[], dict[str, Any]]]:
        """Open an event stream; the yielded function waits for the next event."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", events_of(tournament), headers=STREAM if says_so else {})
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Content-Type"].startswith("text/event-stream")

            def next_event() -> dict[str, Any]:
                while not (line := answer.readline()).startswith(b"data: "):
                    assert line
                event: dict[str, Any] = json.loads(line.partition(b": ")[2])
                return event

            yield next_event


STREAM = {"Accept": "text/event-stream"}


def events_of(tournament: Tournament) -> str:
    return f"/t/{tournament.code}/events/"


@pytest.fixture
def tournament() -> Tournament:
    made = make_drawn(4)
    fill_rounds(made, 1)
    return rebuild(made)


@pytest.fixture(scope="module")
def front(django_db_setup: None) -> Iterator[NginxStack]:
    # nginx workers run as another user, without access to pytest's folder.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        front = NginxStack(Path(folder))
        with front.server, front.nginx:
            front.start_server()
            front.start_nginx()
            yield front


def test_nginx_caches_versioned_page_compressed_with_etag(
    front: NginxStack, tournament: Tournament
) -> None:
    address = f"{tournament.get_absolute_url()}?fragment=1"
    _status, told, plain = front.get(address)
    version = told["x-version"]
    named = f"{address}&v={version}"
    status, told, packed = front.get(named, Accept_Encoding="gzip, deflate")
    assert (status, told["content-encoding"], gzip.decompress(packed)) == (200, "gzip", plain)
    assert "x-accel-expires" not in told
    assert front.get(named, Accept_Encoding="gzip")[1]["x-cache-status"] == "HIT"
    rebuild_all(tournament)
    # A named version is served unchanged for half a minute.
    assert front.get(named, Accept_Encoding="gzip")[2] == packed
    same = front.get(named, Accept_Encoding="gzip", If_None_Match=told["etag"])
    assert (same[0], same[2], same[1]["x-version"]) == (304, b"", version)
    # Without a version, or with another one, the page is at most a second old.
    until(lambda: front.get(address)[1]["x-version"] != version, PATIENCE)
    assert b"After round 2" in front.get(address)[2]


def rebuild_all(tournament: Tournament) -> None:
    fill_rounds(tournament, 2)
    rebuild(tournament)


def test_nginx_never_serves_a_members_page_to_visitors(
    front: NginxStack, tournament: Tournament, client: Client
) -> None:
    director = director_of(tournament)
    client.force_login(director)
    cookie = f"theme=dark; sessionid={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    name, seen = director.username.encode(), 0
    for address in pages(tournament):
        own = [front.get(address, Cookie=cookie) for _ in range(2)]
        strangers = [front.get(address) for _ in range(2)]
        assert {told.get("x-cache-status") for _status, told, _body in own} == {"BYPASS"}
        assert "BYPASS" not in {told.get("x-cache-status") for _status, told, _body in strangers}
        assert name not in strangers[0][2] + strangers[1][2]
        seen += name in own[0][2]
    assert seen > 5
    forms = [front.get("/en/replay/new/") for _ in range(2)]
    assert forms[0][1]["set-cookie"] != forms[1][1]["set-cookie"]


def test_nginx_cache_depends_on_host(front: NginxStack, tournament: Tournament) -> None:
    address = tournament.get_absolute_url()
    hosts = [f"127.0.0.1:{front.port}", f"localhost:{front.port}", "elsewhere.example"]
    answers = [front.get(address, Host=host)[0] for host in hosts]
    assert answers == [200, 200, 400]


def test_event_stream_sends_current_and_later_versions(
    front: NginxStack, tournament: Tournament
) -> None:
    with front.event_stream(tournament) as first, front.event_stream(tournament) as second:
        present = signal_of(tournament.code)
        assert present is not None
        assert first()["version"] == second()["version"] == present.version
        start_round(tournament=tournament, number=2)
        for following in (first, second):
            while (event := following())["version"] == present.version:
                pass
            assert event["round"] == 2
        # Late subscribers immediately receive the current event.
        for says_so in (True, False):
            with front.event_stream(tournament, says_so=says_so) as later:
                assert later()["round"] == 2


def test_event_stream_rejects_unknown_tournament_and_other_site(
    front: NginxStack, tournament: Tournament
) -> None:
    assert front.get("/t/nowhere/events/", **STREAM)[0] == 404
    assert front.get("/t/nowhere/events/")[0] == 404
    other = front.get(events_of(tournament), Origin="https://elsewhere.example", **STREAM)
    assert other[0] == 403


def test_publish_address_is_not_reachable_by_visitors(
    front: NginxStack, tournament: Tournament
) -> None:
    before = front.get(f"/publish/{tournament.code}")
    assert (before[0], before[1]["content-type"][:9]) == (404, "text/html")
    assert front.get("/may-listen")[0] == 404


def test_pages_and_events_survive_killed_server_and_nginx(
    front: NginxStack, tournament: Tournament
) -> None:
    address = tournament.get_absolute_url()
    page = front.get(address)[2]
    with front.event_stream(tournament) as following:
        before = following()["version"]
        front.server.close()
        until(lambda: front.get(address)[1]["x-cache-status"] == "STALE", PATIENCE)
        assert front.get(address)[2] == page
        status, told, words = front.get("/en/rules/")
        assert (status, told["retry-after"], told["cache-control"]) == (503, "5", "no-store")
        assert b"Try again in a few seconds." in words
        front.start_server()
        rebuild_all(tournament)
        # A new subscriber makes the server publish again, for all connected ones.
        with front.event_stream(tournament) as another:
            while another()["version"] == before:
                pass
        assert following()["version"] != before
    front.stop_nginx()
    front.start_nginx()
    with front.event_stream(tournament) as following:
        assert following()["version"] != before
