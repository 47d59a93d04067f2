"""Webhooks cannot reach the installation's own network."""

import socket
from typing import Any

import pytest

from tests.tournaments.notifications.webhooks.receiver import receiver
from tournaments.notifications.webhooks.allowed_addresses import (
    WebhookAddressError,
    parse_address,
    resolve,
)
from tournaments.notifications.webhooks.http_client import post

HOSTILE = {
    "loopback": "127.0.0.1",
    "another loopback": "127.8.8.8",
    "nowhere": "0.0.0.0",
    "private, of ten": "10.0.0.5",
    "private, of 172": "172.31.255.1",
    "private, of 192": "192.168.0.1",
    "metadata of most providers": "169.254.169.254",
    "metadata of one": "100.100.100.200",
    "metadata of another": "168.63.129.16",
    "metadata of a third": "192.0.0.192",
    "shared by providers": "100.64.1.1",
    "for documents": "203.0.113.7",
    "for measurements": "198.18.0.1",
    "multicast": "224.0.0.1",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "relay of tunnels": "192.88.99.1",
    "loopback of six": "::1",
    "nowhere of six": "::",
    "link-local of six": "fe80::1",
    "unique local": "fd00:ec2::254",
    "site-local": "fec0::1",
    "multicast of six": "ff02::1",
    "mapped": "::ffff:127.0.0.1",
    "mapped, but open": "::ffff:8.8.8.8",
    "compatible": "::127.0.0.1",
    "translated": "::ffff:0:127.0.0.1",
    "NAT64": "64:ff9b::7f00:1",
    "NAT64 of one's own": "64:ff9b:1::a00:1",
    "6to4": "2002:7f00:1::1",
    "documents of late": "3fff::1",
    "Teredo": "2001:0:7f00:1::1",
    "for documents of six": "2001:db8::1",
}
OPEN = ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946")


def resolver(monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, ...]) -> list[str]:
    """Resolve names to these addresses in turn; the list collects the names."""
    names, waiting = [], list(answers)

    def look_up(host: str, port: int, *_rest: Any, **_more: Any) -> list[Any]:
        names.append(host)
        found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(
        "tournaments.notifications.webhooks.allowed_addresses.socket.getaddrinfo", look_up
    )
    return names


@pytest.mark.parametrize("address", HOSTILE.values(), ids=HOSTILE)
def test_private_address_is_rejected_directly_or_by_name(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = f"[{address}]" if ":" in address else address
    with pytest.raises(WebhookAddressError) as refused:
        parse_address(f"https://{written}/hook")
    assert refused.value.code == "private_address"
    for found in ((address,), (OPEN[0], address)):
        resolver(monkeypatch, found)
        with pytest.raises(WebhookAddressError) as refused:
            resolve(parse_address("https://hook.example/"))
        assert refused.value.code == "private_address"


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1", "localhost"])
def test_alternative_loopback_spellings_are_rejected(host: str) -> None:
    with pytest.raises(WebhookAddressError) as refused:
        resolve(parse_address(f"https://{host}/"))
    assert refused.value.code in {"private_address", "no_such_name"}


def test_public_host_name_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    names = resolver(monkeypatch, OPEN)
    place = parse_address("https://Hook.Example:8443/a?b=c")
    assert resolve(place) == list(OPEN)
    assert names == ["hook.example"]
    assert (place.named_host, place.path) == ("hook.example:8443", "/a?b=c")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://hook.example/", "not_secure"),
        ("ftp://hook.example/", "bad_address"),
        ("file:///etc/passwd", "bad_address"),
        ("gopher://hook.example/", "bad_address"),
        ("//hook.example/", "bad_address"),
        ("https:///path", "bad_address"),
        ("https://somebody:secret@hook.example/", "bad_address"),
        ("https://@hook.example/", "bad_address"),
        ("https://hook.example/#part", "bad_address"),
        ("https://hook.example/a b", "bad_address"),
        ("https://hook.example/\r\nX-Other: 1", "bad_address"),
        ("https://hook.example:99999/", "bad_address"),
        ("https://[::1/", "bad_address"),
        ("https://hook.example/" + "a" * 500, "bad_address"),
    ],
)
def test_invalid_webhook_address_is_rejected(address: str, code: str) -> None:
    with pytest.raises(WebhookAddressError) as refused:
        parse_address(address)
    assert refused.value.code == code


@pytest.mark.parametrize("port", [22, 25, 80, 3306, 5432, 6379, 8000, 11211])
def test_disallowed_port_is_rejected(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    resolver(monkeypatch, OPEN[:1])
    with pytest.raises(WebhookAddressError) as refused:
        resolve(parse_address(f"https://hook.example:{port}/"))
    assert refused.value.code == "bad_port"


def test_local_network_is_allowed_by_setting(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.WEBHOOK_NETWORKS = ["192.168.1.0/24"]
    resolver(monkeypatch, ("192.168.1.7",))
    assert resolve(parse_address("http://screen.lan:8000/")) == ["192.168.1.7"]
    for found in (("192.168.2.7",), ("192.168.1.7", "192.168.2.7"), ("127.0.0.1",)):
        resolver(monkeypatch, found)
        with pytest.raises(WebhookAddressError):
            resolve(parse_address("http://screen.lan:8000/"))
    resolver(monkeypatch, OPEN[:1])
    with pytest.raises(WebhookAddressError) as refused:
        resolve(parse_address("http://hook.example/"))
    assert refused.value.code == "not_secure"


def test_loopback_is_allowed_only_in_debug(settings: Any) -> None:
    settings.DEBUG = True
    assert resolve(parse_address("http://127.0.0.1:8001/")) == ["127.0.0.1"]
    settings.DEBUG = False
    with pytest.raises(WebhookAddressError):
        parse_address("http://127.0.0.1:8001/")


def test_dns_rebinding_cannot_change_checked_address(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Names are resolved once; the checked address is the one used."""
    settings.WEBHOOK_NETWORKS = ["198.51.100.0/24"]
    connected: list[object] = []

    def connect(address: object, *_rest: object) -> object:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(
        "tournaments.notifications.webhooks.http_client.socket.create_connection", connect
    )
    names = resolver(monkeypatch, ("198.51.100.9",), ("127.0.0.1",))
    answer = post("http://rebind.example:8000/", b"{}", {})
    assert answer.problem == "no_connection"
    assert (names, connected) == (["rebind.example"], [("198.51.100.9", 8000)])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiver() as inner:
        moved = f"HTTP/1.1 {status} Moved\r\nLocation: {inner.address}\r\nContent-Length: 0\r\n\r\n"
        with receiver(moved.encode()) as outer:
            answer = post(outer.address, b"{}", {})
    assert (answer.status, answer.has_arrived) == (status, False)
    assert (len(outer.came), inner.came) == (1, [])
