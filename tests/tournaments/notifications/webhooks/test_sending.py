import socket
import threading
from typing import Any
from uuid import UUID

import pytest

from tests.tournaments.notifications.webhooks.receiver import OK, receiver
from tournaments.models import Webhook
from tournaments.notifications.webhooks.http_client import MAX_RESPONSE_BYTES, post
from tournaments.notifications.webhooks.signing import headers_of, secret_of, signature_of
from tournaments.notifications.webhooks.tasks import signing_secrets


@pytest.fixture(autouse=True)
def loopback(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]


def test_signature_matches_standard_webhooks_example() -> None:
    """Example of Standard Webhooks, as in its libraries' tests."""
    signature = signature_of(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_two_secrets_produce_two_signatures(db: None) -> None:
    heads = headers_of(["whsec_YQ==", "whsec_Yg=="], "msg_1", 7, b"{}")
    first, second = heads["webhook-signature"].split(" ")
    assert first == signature_of("whsec_YQ==", "msg_1", 7, b"{}")
    assert second == signature_of("whsec_Yg==", "msg_1", 7, b"{}")
    assert (heads["webhook-id"], heads["webhook-timestamp"]) == ("msg_1", "7")


def test_secret_is_derived_from_seed_and_secret_key(settings: Any) -> None:
    seed = UUID(int=1)
    secret = secret_of(seed)
    assert secret == secret_of(seed)
    assert secret.startswith("whsec_")
    assert secret != secret_of(UUID(int=2))
    settings.SECRET_KEY = "another"
    assert secret != secret_of(seed)


def test_fallback_secret_key_keeps_signing_while_configured(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the first", []
    known = secret_of(UUID(int=1))
    hook = Webhook(seed=UUID(int=1))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the second", ["the first"]
    assert signing_secrets(hook) == [secret_of(UUID(int=1)), known]
    settings.SECRET_KEY_FALLBACKS = []
    assert known not in signing_secrets(hook)


def test_post_sends_expected_request_line_headers_and_body() -> None:
    with receiver() as found:
        answer = post(found.address, b'{"a": 1}', {"webhook-id": "msg_1"})
    ((heads, body),) = found.came
    assert (answer.status, answer.text, answer.has_arrived) == (200, "thanks", True)
    assert heads[""] == "POST /hook?of=club HTTP/1.1"
    assert heads["host"] == f"127.0.0.1:{found.port}"
    assert heads["content-type"] == "application/json"
    assert heads["webhook-id"] == "msg_1"
    assert body == b'{"a": 1}'


def test_long_response_is_truncated_to_limit() -> None:
    long = OK.replace(b"6", b"9999999") + b"x" * 9_999_993
    with receiver(long) as found:
        answer = post(found.address, b"{}", {})
    assert len(answer.text) == MAX_RESPONSE_BYTES
    assert answer.has_arrived


@pytest.mark.parametrize("said", [b"", b"no words of HTTP at all\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_malformed_response_is_reported_as_no_connection(said: bytes) -> None:
    with receiver(said) as found:
        assert post(found.address, b"{}", {}).problem == "no_connection"


def test_refused_connection_is_reported_as_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/", b"{}", {}).problem == "no_connection"


def test_slow_response_is_aborted_after_total_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte resets a socket's timeout; the total is limited too."""
    monkeypatch.setattr("tournaments.notifications.webhooks.http_client.TIMEOUT_SECONDS", 1.0)
    ended = threading.Event()

    def drip(server: socket.socket) -> None:
        sock, _peer = server.accept()
        with sock:
            try:
                while not ended.wait(0.2):
                    sock.sendall(b"H")
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=drip, args=(server,), daemon=True)
        thread.start()
        answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        ended.set()
        thread.join()
    assert answer.problem == "too_slow"
