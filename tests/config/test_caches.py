"""The cache falls back without Redis and recovers."""

import socket
import subprocess
import time

import pytest
from django.core.cache import caches as kept_in
from django.urls import reverse

from config import caches
from config.caches import RedisOrMemory
from tests.builders import make_drawn, make_user
from tests.services import free_port, redis_server


@pytest.fixture(autouse=True)
def _new_links():
    caches.shared_link.cache_clear()
    yield
    caches.shared_link.cache_clear()


def cache_at(port: int) -> RedisOrMemory:
    return RedisOrMemory(f"redis://127.0.0.1:{port}/0", {"OPTIONS": {"MAX_ENTRIES": 50}})


@pytest.fixture
def silent_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        yield listener.getsockname()[1]


def count_redis_reads(monkeypatch, kept: RedisOrMemory) -> list[str]:
    asked: list[str] = []
    real = kept.link.cache.get

    def get(key: str, *rest: str) -> object:
        asked.append(key)
        return real(key, *rest)

    monkeypatch.setattr(kept.link.cache, "get", get)
    return asked


def test_cache_without_redis_uses_process_memory():
    kept = cache_at(free_port())
    assert kept.add("page", "body", 60) is True
    assert kept.add("page", "other", 60) is False
    assert kept.get("page") == "body"
    kept.set("number", 1, 60)
    assert kept.incr("number") == 2
    assert kept.get_many(["page", "number"]) == {"page": "body", "number": 2}
    kept.delete("page")
    assert kept.get("page", "none") == "none"


def test_unresponsive_redis_is_queried_only_once(silent_port, monkeypatch):
    kept = cache_at(silent_port)
    monkeypatch.setattr(caches, "REDIS_PAUSE_SECONDS", 600)
    asked = count_redis_reads(monkeypatch, kept)
    for _ in range(50):
        assert kept.get("page", "none") == "none"
    assert asked == ["page"]


def test_one_request_retries_redis_after_the_pause(monkeypatch):
    kept = cache_at(free_port())
    kept.get("page")
    assert kept.link.is_available() is False
    kept.link.failed_at = time.monotonic() - caches.REDIS_PAUSE_SECONDS
    assert [kept.link.is_available() for _ in range(3)] == [True, False, False]


def test_restarted_or_emptied_redis_is_used_again(tmp_path):
    port = free_port()
    kept = cache_at(port)
    with redis_server(port, tmp_path):
        kept.set("page", "one", 60)
        assert kept.get("page") == "one"
    assert kept.get("page") is None
    kept.set("page", "two", 60)
    assert kept.get("page") == "two"
    with redis_server(port, tmp_path) as process:
        kept.link.failed_at = time.monotonic() - caches.REDIS_PAUSE_SECONDS
        assert kept.get("page") is None
        assert kept.link.failed_at is None
        kept.set("page", "three", 60)
        command = ["redis-cli", "-p", str(port), "flushall"]
        subprocess.run(command, check=True, capture_output=True)
        assert kept.get("page") is None
        assert process.poll() is None


def test_stale_redis_connection_is_reopened_once(tmp_path):
    port = free_port()
    kept = cache_at(port)
    with redis_server(port, tmp_path):
        kept.set("page", "one", 60)
    with redis_server(port, tmp_path):
        kept.set("page", "two", 60)
        assert kept.link.failed_at is None


def test_caches_of_one_redis_share_connections():
    port = free_port()
    assert cache_at(port).link is cache_at(port).link


def test_full_redis_falls_back_to_process_memory(tmp_path):
    port = free_port()
    kept = cache_at(port)
    with redis_server(port, tmp_path, "--maxmemory", "1", "--maxmemory-policy", "noeviction"):
        kept.set("page", "one", 60)
        assert kept.get("page") == "one"


@pytest.mark.sql
@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["refused", "silent"])
def test_pages_and_login_work_without_redis(kind, client, settings, silent_port):
    port = silent_port if kind == "silent" else free_port()
    place = {"BACKEND": "config.caches.RedisOrMemory", "LOCATION": f"redis://127.0.0.1:{port}/0"}
    settings.CACHES = {"default": place, "counts": {**place, "KEY_PREFIX": "counts"}}
    make_user("founder")
    tournament = make_drawn(4)
    address = reverse("tournament", args=[tournament.code])
    assert isinstance(kept_in["default"], RedisOrMemory)
    assert client.get("/en/").status_code == 200
    assert client.get(address).status_code == 200
    assert client.get(f"{address}?fragment=en").status_code == 200
    assert client.get(f"/api/v1/tournaments/{tournament.code}/").status_code == 200
    entered = client.post("/accounts/login/", {"login": "founder", "password": "secret-enough"})
    assert entered.status_code == 302
    assert client.get("/manage/club/new/").status_code == 200
