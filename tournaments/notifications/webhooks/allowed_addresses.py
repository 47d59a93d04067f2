"""Webhook addresses; never in the internal network (SSRF protection).

A name is resolved once, all its addresses are checked, and the connection uses one of
them: DNS rebinding has no effect.
"""

import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

ALLOWED_PORTS: Final = frozenset({443, 8443})
"""Of public addresses; networks in settings can use any."""
LOOKUP_TIMEOUT_SECONDS: Final = 5.0
MAX_ADDRESS_LENGTH: Final = 500
LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
BLOCKED_NETWORKS: Final = tuple(
    ipaddress.ip_network(each)
    for each in (
        "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32",
        "2002::/16", "fec0::/10", "3fff::/20", "5f00::/16", "168.63.129.16/32", "192.0.0.0/24",
        "192.88.99.0/24",
    )
)  # fmt: skip
"""In addition to Python's list: addresses that embed another one, old and new private
ranges, and metadata services of large providers."""
RESOLVERS: Final = ThreadPoolExecutor(max_workers=4, thread_name_prefix="names")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class WebhookAddressError(Exception):
    """A forbidden webhook address; ``code`` gives the reason (``notifications.webhooks.texts``)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """A well-formed address, not yet resolved."""

    is_secure: bool
    host: str
    port: int
    path: str

    @property
    def named_host(self) -> str:
        """Value of the Host header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        usual = 443 if self.is_secure else 80
        return name if self.port == usual else f"{name}:{self.port}"


def parse_address(address: str) -> WebhookTarget:
    """Parse an address; raise WebhookAddressError if it is forbidden."""
    if len(address) > MAX_ADDRESS_LENGTH or not address.isascii() or not address.isprintable():
        raise WebhookAddressError("bad_address")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise WebhookAddressError("bad_address") from error
    if " " in address or not host or parts.scheme not in {"http", "https"}:
        raise WebhookAddressError("bad_address")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise WebhookAddressError("bad_address")
    is_secure = parts.scheme == "https"
    if not is_secure and not allowed_networks():
        raise WebhookAddressError("not_secure")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    place = WebhookTarget(
        is_secure, host, (443 if is_secure else 80) if port is None else port, path
    )
    if (literal := ip_literal(host)) is not None:
        check_reachable(place, [literal])
    return place


def ip_literal(host: str) -> Address | None:
    """The IP address if the host is one."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def allowed_networks() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Internal networks allowed by settings; loopback in development."""
    words = [*settings.WEBHOOK_NETWORKS, *(LOOPBACK if settings.DEBUG else ())]
    return [ipaddress.ip_network(each) for each in words]


def is_allowed(address: Address) -> bool:
    """Whether an address is in an allowed network."""
    return any(address in network for network in allowed_networks())


def is_public_address(address: Address) -> bool:
    """Whether an address is public and does not embed another one."""
    if any(address in network for network in BLOCKED_NETWORKS):
        return False
    is_special = (
        address.is_multicast
        or address.is_private
        or address.is_reserved
        or address.is_loopback
        or address.is_link_local
        or address.is_unspecified
    )
    return address.is_global and not is_special


def check_reachable(place: WebhookTarget, addresses: list[Address]) -> None:
    """Refuse a target by its IP addresses, its port or missing TLS."""
    if all(map(is_allowed, addresses)):
        return
    if not all(is_public_address(each) or is_allowed(each) for each in addresses):
        raise WebhookAddressError("private_address")
    if not place.is_secure:
        raise WebhookAddressError("not_secure")
    if place.port not in ALLOWED_PORTS:
        raise WebhookAddressError("bad_port")


def resolve(place: WebhookTarget) -> list[str]:
    """Resolve and check now; raise WebhookAddressError."""
    lookup = RESOLVERS.submit(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
    try:
        rows = lookup.result(LOOKUP_TIMEOUT_SECONDS)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise WebhookAddressError("no_such_name") from error
    address_texts = list(dict.fromkeys(str(row[4][0]) for row in rows))
    try:
        addresses = [ipaddress.ip_address(each) for each in address_texts]
    except ValueError as error:
        raise WebhookAddressError("private_address") from error
    if not addresses:
        raise WebhookAddressError("no_such_name")
    check_reachable(place, addresses)
    return address_texts
