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
    BadPlace,
    Place,
    addresses_of,
    place_of,
)

SECONDS: Final = 10.0
MOST_OF_AN_ANSWER: Final = 1000
AGENT: Final = "belot-webhooks/1"


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of a POST: status and start of the text, or a problem code."""

    milliseconds: int
    status: int | None = None
    text: str = ""
    problem: str = ""

    @property
    def has_arrived(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post a body once; network errors are returned, not raised."""
    begun = time.monotonic()

    def since() -> int:
        return round((time.monotonic() - begun) * 1000)

    try:
        place = place_of(address)
        status, text = exchange(place, addresses_of(place), body, headers, begun + SECONDS)
    except BadPlace as refusal:
        return Answer(since(), problem=refusal.code)
    except ssl.SSLCertVerificationError:
        return Answer(since(), problem="bad_certificate")
    except (OSError, http.client.HTTPException, ValueError):
        late = time.monotonic() >= begun + SECONDS
        return Answer(since(), problem="too_slow" if late else "no_connection")
    return Answer(since(), status, text)


def exchange(
    place: Place, addresses: list[str], body: bytes, headers: Mapping[str, str], until: float
) -> tuple[int, str]:
    """Status and start of the response of the first reachable address."""
    sock = secure(connect(place, addresses, until), place)
    # Total limit: every received byte restarts the socket timeout, so a slow sender could
    # block a worker.
    ending = threading.Timer(max(until - time.monotonic(), 0), shut, [sock])
    ending.daemon = True
    ending.start()
    try:
        with sock:
            return talk(sock, place, body, headers)
    finally:
        ending.cancel()


def talk(
    sock: socket.socket, place: Place, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    if isinstance(sock, ssl.SSLSocket):
        sock.do_handshake()
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = sock
    sent = {"Host": place.named_host, "User-Agent": AGENT, "Connection": "close"}
    sent |= {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    connection.request("POST", place.path, body, {**sent, **headers})
    response = connection.getresponse()
    text = response.read(MOST_OF_AN_ANSWER).decode("utf-8", "replace")
    return response.status, text.replace("\x00", "")


def connect(place: Place, addresses: list[str], until: float) -> socket.socket:
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


def secure(sock: socket.socket, place: Place) -> socket.socket:
    """Wrap in TLS; the certificate must match the host name."""
    sock.settimeout(SECONDS)
    if not place.is_secure:
        return sock
    context = ssl.create_default_context()
    return context.wrap_socket(sock, server_hostname=place.host, do_handshake_on_connect=False)


def shut(sock: socket.socket) -> None:
    """Shut down a socket that another thread reads."""
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
