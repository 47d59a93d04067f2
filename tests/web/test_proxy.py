"""Client address, and limits of request bodies."""

import asyncio
import http.client
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import settings as configured
from tests.processes import environment, peak_megabytes, web_process
from web.proxy import BODY_TRUNCATED, BodyLimitMiddleware, TrustedProxies

STRANGER = "203.0.113.9"
PROXY = "10.0.0.2"


class Application:
    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.body = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        more = True
        while more:
            message = await receive()
            self.body += message["body"]
            more = message.get("more_body", False)


def ask(app: Any, peer: str = STRANGER, body: tuple[bytes, ...] = (b"",), **headers: str) -> None:
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "scheme": "http", "client": (peer, 5000), "headers": listed}
    parts = [
        {"type": "http.request", "body": part, "more_body": number < len(body)}
        for number, part in enumerate(body, start=1)
    ]

    async def receive() -> Any:
        return parts.pop(0) if parts else {"type": "http.disconnect"}

    asyncio.run(app(scope, receive, None))


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "seen"),
    [
        ([], STRANGER, "1.2.3.4", STRANGER),
        ([], "127.0.0.1", "1.2.3.4", "127.0.0.1"),
        ([PROXY], STRANGER, "1.2.3.4", STRANGER),
        ([PROXY], PROXY, STRANGER, STRANGER),
        ([PROXY], PROXY, f"1.2.3.4, {STRANGER}", STRANGER),
        (["10.0.0.0/8"], PROXY, f"1.2.3.4, {STRANGER}, 10.9.9.9", STRANGER),
        (["10.0.0.0/8", "fd00::/8"], "fd00::1", f"{STRANGER}, 10.9.9.9", STRANGER),
        ([PROXY], PROXY, "2001:db8::7", "2001:db8::7"),
        ([PROXY], PROXY, "", PROXY),
    ],
)
def test_forwarded_for_is_used_only_from_trusted_proxies(trusted, peer, forwarded, seen):
    app = Application()
    ask(TrustedProxies(app, trusted), peer, x_forwarded_for=forwarded)
    assert app.scope["client"][0] == seen


@pytest.mark.parametrize(("peer", "scheme"), [(STRANGER, "http"), (PROXY, "https")])
def test_forwarded_proto_is_used_only_from_trusted_proxies(peer, scheme):
    app = Application()
    ask(TrustedProxies(app, [PROXY]), peer, x_forwarded_proto="https")
    assert app.scope["scheme"] == scheme


def test_untrusted_proxy_is_logged_once(caplog):
    app = TrustedProxies(Application(), [PROXY])
    ask(app, PROXY, x_forwarded_for=STRANGER)
    ask(app, STRANGER)
    assert caplog.messages == []
    for _ in range(3):
        ask(app, "172.18.0.1", x_forwarded_for=STRANGER)
    assert caplog.messages == ["X-Forwarded-For from 172.18.0.1, which is not in TRUSTED_PROXIES."]


@pytest.mark.parametrize("value", ["*", "proxy.example", "10.0.0.1/8", "1"])
def test_invalid_trusted_proxies_raise_improperly_configured(value, monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", f"10.0.0.0/8, {value}")
    with pytest.raises(ImproperlyConfigured, match="is none"):
        configured.networks("TRUSTED_PROXIES")


def test_trusted_proxies_are_split_at_commas(monkeypatch):
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1,")
    assert configured.networks("TRUSTED_PROXIES") == ["127.0.0.1", "10.0.0.0/8", "::1"]


def test_body_within_the_limit_is_passed_whole():
    app = Application()
    ask(BodyLimitMiddleware(app, 6), body=(b"abc", b"def"), content_length="6")
    assert (app.body, BODY_TRUNCATED in app.scope) == (b"abcdef", False)


def test_body_with_too_large_content_length_is_not_read():
    app = Application()
    ask(BodyLimitMiddleware(app, 6), body=(b"abc", b"def", b"g"), content_length="7")
    assert (app.body, app.scope[BODY_TRUNCATED]) == (b"", True)


def test_body_without_length_is_truncated_at_the_limit():
    app = Application()
    ask(BodyLimitMiddleware(app, 6), body=(b"abc", b"def", b"g" * 100, b"h"))
    assert (app.body, app.scope[BODY_TRUNCATED]) == (b"abcdef", True)


@pytest.mark.sample
@pytest.mark.live
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_chunked", [False, True])
def test_huge_upload_returns_413_without_using_memory(is_chunked):
    with web_process(environment()) as (base, process):
        before = peak_megabytes(process)
        link = http.client.HTTPConnection(urlsplit(base).netloc, timeout=60)
        link.putrequest("POST", "/en/replay/new/")
        link.putheader("Accept-Language", "en")
        link.putheader("Content-Type", "multipart/form-data; boundary=x")
        size = ("Transfer-Encoding", "chunked") if is_chunked else ("Content-Length", "200000000")
        link.putheader(*size)
        link.endheaders()
        try:
            for _ in range(200):
                part = b"x" * 1_000_000
                link.send(b"%x\r\n%b\r\n" % (len(part), part) if is_chunked else part)
        except ConnectionError:
            pass  # the server has already responded
        answer = link.getresponse()
        assert answer.status == 413
        assert "too large for this" in answer.read().decode()
        assert peak_megabytes(process) - before <= 60


@pytest.mark.parametrize("url", ["cache:8001", "redis://cache", "//cache"])
def test_server_url_with_other_scheme_is_improperly_configured(url, monkeypatch):
    monkeypatch.setenv("NCHAN_URL", url)
    with pytest.raises(ImproperlyConfigured, match="NCHAN_URL must begin with http:// or https"):
        configured.server_address("NCHAN_URL", "http://", "https://")
    monkeypatch.setenv("NCHAN_URL", "http://cache:8001/")
    assert configured.server_address("NCHAN_URL", "http://") == "http://cache:8001"
