"""Shared responses: cached briefly, rendered once, never private."""

import asyncio
import gzip
from types import SimpleNamespace
from typing import Any

import brotli
import pytest

from tests import loops
from tournaments.public.pages import DISPLAY_COOKIES
from web import microcache
from web.display import CHOICES
from web.microcache import MAX_ENTRIES, MAX_STALE_SECONDS, MicroCache

BODY = b"<p>standings</p>" * 200


class Application:
    def __init__(self, *headers: tuple[bytes, bytes], status: int = 200, wait: float = 0) -> None:
        self.headers = [(b"etag", b'"tag"'), (b"cache-control", b"private, no-cache"), *headers]
        self.status = status
        self.wait = wait
        self.scopes: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await asyncio.sleep(self.wait)
        start = {"type": "http.response.start", "status": self.status, "headers": self.headers}
        await send(start)
        await send({"type": "http.response.body", "body": BODY, "more_body": True})
        await send({"type": "http.response.body", "body": b"%d" % len(self.scopes)})


SHARED = (b"x-accel-expires", b"1")


async def get(
    pages: MicroCache, path: str = "/en/t/abc/", **headers: str
) -> tuple[int, dict, bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    path, _mark, query = path.partition("?")
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "headers": listed}
    scope["query_string"] = query.encode()
    await pages(scope, None, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body


def run(*requests: Any) -> list[Any]:
    async def together() -> list[Any]:
        return [await request for request in requests]

    return loops.run(together())


def test_shared_response_is_cached() -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    first, second = run(get(pages), get(pages))
    assert first == second
    assert first[2] == BODY + b"1"
    assert len(application.scopes) == 1


def test_nginx_lifetime_is_long_only_for_the_current_version() -> None:
    pages = MicroCache(Application(SHARED, (b"x-version", b"two")))
    asked = ("/en/t/abc/?v=two", "/en/t/abc/?v=three", "/en/t/abc/", "/en/t/abc/?v=two")
    answers = run(*(get(pages, path) for path in asked))
    assert [headers[b"x-accel-expires"] for _status, headers, _body in answers] == [
        b"30", b"1", b"1", b"30",
    ]  # fmt: skip
    private = MicroCache(Application((b"x-version", b"two")))
    [(_status, headers, _body)] = run(get(private, "/en/t/abc/?v=two"))
    assert b"x-accel-expires" not in headers


def test_unmarked_response_is_not_cached() -> None:
    application = Application()
    pages = MicroCache(application)
    first, second = run(get(pages), get(pages))
    assert (first[2], second[2]) == (BODY + b"1", BODY + b"2")


@pytest.mark.parametrize("header", [SHARED, (b"set-cookie", b"csrftoken=1")])
def test_failed_or_cookie_setting_response_is_not_cached(header: Any) -> None:
    failing = Application(SHARED, header, status=404 if header is SHARED else 200)
    pages = MicroCache(failing)
    run(get(pages), get(pages))
    assert len(failing.scopes) == 2
    assert not pages.kept


@pytest.mark.parametrize(
    "cookie", ["sessionid=abc", "theme=dark; sessionid=abc", "messages=x", "served=yes"]
)
def test_requests_with_member_cookies_bypass_the_cache(cookie: str) -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages), get(pages, cookie=cookie), get(pages, cookie=cookie))
    assert len(application.scopes) == 3
    assert len(pages.kept) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"hx_request": "true"},
        {"host": "other.example"},
    ],
)
def test_cache_key_includes_host_htmx_and_path(headers: dict[str, str]) -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages), get(pages, **headers), get(pages, path="/en/t/other/"))
    assert len(application.scopes) == 3


@pytest.mark.parametrize(
    "headers",
    [
        {"accept_language": "bg"},
        {"cookie": "django_language=bg"},
        {"cookie": "theme=dark; suits=four; textsize=large"},
    ],
)
def test_cache_key_ignores_language_and_display_cookies(headers: dict[str, str]) -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages), get(pages, **headers))
    assert len(application.scopes) == 1


def test_display_cookies_equal_the_display_choices() -> None:
    assert set(DISPLAY_COOKIES) == set(CHOICES)


def test_csrf_cookie_does_not_bypass_the_cache() -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages), get(pages, cookie="csrftoken=abc"))
    assert len(application.scopes) == 1


def test_concurrent_requests_share_one_shared_response() -> None:
    application = Application(SHARED, wait=0.05)
    pages = MicroCache(application)

    async def crowd() -> list[Any]:
        return await asyncio.gather(*(get(pages) for _ in range(50)))

    answers = loops.run(crowd())
    assert len(application.scopes) == 1
    assert {body for _status, _headers, body in answers} == {BODY + b"1"}


def test_concurrent_requests_for_private_pages_each_run() -> None:
    application = Application(wait=0.02)
    pages = MicroCache(application)

    async def crowd() -> list[Any]:
        return await asyncio.gather(*(get(pages) for _ in range(10)))

    assert len(loops.run(crowd())) == 10
    assert len(application.scopes) == 10


def test_stale_response_is_sent_while_a_new_one_is_built() -> None:
    application = Application(SHARED)
    pages = MicroCache(application, seconds=0, patience=0.02)

    async def rush() -> list[Any]:
        await get(pages)
        application.wait = 0.1
        early = await asyncio.gather(*(get(pages) for _ in range(20)))
        await asyncio.sleep(0.15)
        return [*early, await get(pages)]

    *early, late = [body for _status, _headers, body in loops.run(rush())]
    assert set(early) == {BODY + b"1"}
    assert late in {BODY + b"2", BODY + b"3"}
    assert len(application.scopes) == 3


def test_concurrent_requests_share_one_503() -> None:
    application = Application(status=503, wait=0.02)
    pages = MicroCache(application)

    async def crowd() -> list[Any]:
        return await asyncio.gather(*(get(pages) for _ in range(20)))

    answers = loops.run(crowd())
    assert [status for status, _headers, _body in answers] == [503] * 20
    assert len(application.scopes) == 1
    assert not pages.kept


def test_stale_response_replaces_a_503() -> None:
    application = Application(SHARED)
    pages = MicroCache(application, seconds=0)

    async def scene() -> list[Any]:
        first = await get(pages)
        application.status = 503
        return [first, await get(pages)]

    first, second = loops.run(scene())
    assert first == second
    assert [scope["belot.at_hand"] for scope in application.scopes] == [False, True]


def test_expired_response_never_replaces_a_503() -> None:
    application = Application(SHARED)
    pages = MicroCache(application, seconds=0)

    async def answers() -> int:
        await get(pages)
        for kept in pages.kept.values():
            kept.made -= MAX_STALE_SECONDS
        application.status = 503
        return (await get(pages))[0]

    assert run(answers())[0] == 503


def test_exception_is_raised_and_releases_waiting_requests() -> None:
    class Failing(Application):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            self.scopes.append(scope)
            await asyncio.sleep(0.01)
            raise ValueError("broken")

    application = Failing()
    pages = MicroCache(application)

    async def crowd() -> list[Any]:
        return await asyncio.gather(*(get(pages) for _ in range(3)), return_exceptions=True)

    assert [type(answer) for answer in loops.run(crowd())] == [ValueError] * 3


def test_stale_response_is_rebuilt() -> None:
    application = Application(SHARED)
    pages = MicroCache(application, seconds=0)
    run(get(pages), get(pages))
    assert len(application.scopes) == 2


def test_cached_version_is_sent_on_request_at_any_age() -> None:
    application = Application(SHARED, (b"x-version", b"one"))
    pages = MicroCache(application, seconds=0)
    run(get(pages, "/en/t/abc/?fragment=bg&v=none"), get(pages, "/en/t/abc/?v=one&fragment=bg"))
    assert len(application.scopes) == 1
    run(get(pages, "/en/t/abc/?fragment=bg&v=two"), get(pages, "/en/t/abc/?fragment=bg"))
    assert len(application.scopes) == 3
    assert len(pages.kept) == 1


def test_other_version_request_gets_the_fresh_cached_response() -> None:
    application = Application(SHARED, (b"x-version", b"one"))
    pages = MicroCache(application)
    run(get(pages, "/en/t/abc/?v=one"), get(pages, "/en/t/abc/?v=two"), get(pages, "/en/t/abc/"))
    assert len(application.scopes) == 1


def test_slow_pages_are_cached_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=lambda: asyncio.get_running_loop().time())
    monkeypatch.setattr(microcache, "time", clock)
    for wait, made in ((0.0, 2), (0.8, 1)):
        application = Application(SHARED, wait=wait)
        pages = MicroCache(application, seconds=0.04)

        async def twice(pages: MicroCache = pages) -> None:
            await get(pages)
            await asyncio.sleep(0.08)
            await get(pages)

        loops.run(twice())
        assert len(application.scopes) == made


def test_responses_are_compressed_and_304_if_unchanged() -> None:
    pages = MicroCache(Application(SHARED))
    packed, zipped, plain, same = run(
        get(pages, accept_encoding="gzip, br"),
        get(pages, accept_encoding="gzip"),
        get(pages),
        get(pages, if_none_match='"tag"'),
    )
    assert brotli.decompress(packed[2]) == gzip.decompress(zipped[2]) == plain[2] == BODY + b"1"
    assert packed[1][b"content-encoding"] == b"br"
    assert int(packed[1][b"content-length"]) == len(packed[2]) < len(BODY) / 10
    assert same[0] == 304
    assert same[2] == b""


def test_cached_request_drops_conditional_and_encoding_headers() -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages, if_none_match='"old"', accept_encoding="br"))
    names = {name for name, _value in application.scopes[0]["headers"]}
    assert not names & {b"if-none-match", b"accept-encoding"}


@pytest.mark.parametrize(
    "path", ["/t/abc/events/", "/t/abc/", "/manage/", "/table/secret/", "/api/v1/"]
)
def test_private_paths_bypass_the_cache(path: str) -> None:
    application = Application(SHARED)
    pages = MicroCache(application)
    run(get(pages, path=path), get(pages, path=path))
    assert len(application.scopes) == 2


def test_cache_entries_are_limited() -> None:
    pages = MicroCache(Application(SHARED))
    run(*(get(pages, path=f"/en/t/{number}/") for number in range(MAX_ENTRIES + 20)))
    assert len(pages.kept) == MAX_ENTRIES


def test_expired_entries_are_removed() -> None:
    pages = MicroCache(Application(SHARED))
    run(get(pages, path="/en/t/old/"), get(pages, path="/en/t/older/"))
    for kept in pages.kept.values():
        kept.made -= MAX_STALE_SECONDS
    run(get(pages, path="/en/t/new/"))
    assert [key[2] for key in pages.kept] == ["/en/t/new/"]
