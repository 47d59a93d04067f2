"""One POST to a checked address, without redirects, within ten seconds."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tournaments.notifications.webhooks.allowed_addresses import (
    WebhookAddressError,
    WebhookTarget,
    parse_address,
    resolve,
)

TIMEOUT_SECONDS: Final = 10.0
MAX_RESPONSE_BYTES: Final = 1000
USER_AGENT: Final = "belot-webhooks/1"


@dataclass(frozen=True, slots=True)
class PostResult:
    """Result of a POST: status and start of the text, or a problem code."""

    milliseconds: int
    status: int | None = None
    text: str = ""
    problem: str = ""

    @property
    def has_arrived(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(address: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
    """Post a body once; network errors are returned, not raised."""
    begun = time.monotonic()

    def since() -> int:
        return round((time.monotonic() - begun) * 1000)

    try:
        place = parse_address(address)
        status, text = send_request(place, resolve(place), body, headers, begun + TIMEOUT_SECONDS)
    except WebhookAddressError as refusal:
        return PostResult(since(), problem=refusal.code)
    except ssl.SSLCertVerificationError:
        return PostResult(since(), problem="bad_certificate")
    except (OSError, http.client.HTTPException, ValueError):
        late = time.monotonic() >= begun + TIMEOUT_SECONDS
        return PostResult(since(), problem="too_slow" if late else "no_connection")
    return PostResult(since(), status, text)


def send_request(
    place: WebhookTarget,
    addresses: list[str],
    body: bytes,
    headers: Mapping[str, str],
    until: float,
) -> tuple[int, str]:
    """Status and start of the response of the first reachable address."""
    sock = wrap_tls(connect(place, addresses, until), place)
    # Total limit: every received byte restarts the socket timeout, so a slow sender could
    # block a worker.
    ending = threading.Timer(max(until - time.monotonic(), 0), shut_down, [sock])
    ending.daemon = True
    ending.start()
    try:
        with sock:
            return send_on_socket(sock, place, body, headers)
    finally:
        ending.cancel()


def send_on_socket(
    sock: socket.socket, place: WebhookTarget, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    if isinstance(sock, ssl.SSLSocket):
        sock.do_handshake()
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = sock
    sent = {"Host": place.named_host, "User-Agent": USER_AGENT, "Connection": "close"}
    sent |= {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    connection.request("POST", place.path, body, {**sent, **headers})
    response = connection.getresponse()
    text = response.read(MAX_RESPONSE_BYTES).decode("utf-8", "replace")
    return response.status, text.replace("\x00", "")


def connect(place: WebhookTarget, addresses: list[str], until: float) -> socket.socket:
    """Connect to the first address that accepts."""
    problem: OSError = TimeoutError()
    for number, address in enumerate(addresses[:4]):
        left = until - time.monotonic()
        if left <= 0:
            break
        try:
            return socket.create_connection((address, place.port), left / (1 if number else 2))
        except OSError as error:
            problem = error
    raise problem


def wrap_tls(sock: socket.socket, place: WebhookTarget) -> socket.socket:
    """Wrap in TLS; the certificate must match the host name."""
    sock.settimeout(TIMEOUT_SECONDS)
    if not place.is_secure:
        return sock
    context = ssl.create_default_context()
    return context.wrap_socket(sock, server_hostname=place.host, do_handshake_on_connect=False)


def shut_down(sock: socket.socket) -> None:
    """Shut down a socket that another thread reads."""
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
