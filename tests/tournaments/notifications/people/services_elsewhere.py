"""Fake push services, Telegram and Discord: one server that records requests."""

import base64
import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from config.environment import new_key

BOT = "123456789:AAabcdefghijklmnopqrstuvwxyz0123456789"
WEBHOOK = "https://discord.com/api/webhooks/123456789012345678/" + "t" * 68


class FakeServices:
    """Recorded requests, and response statuses by path (201 by default)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, list[int]] = {}
        self.updates: list[dict[str, Any]] = []
        self.host = ""

    def paths(self, part: str) -> list[str]:
        return [path for path, _headers, _body in self.asked if part in path]

    def told(self, part: str) -> list[dict[str, Any]]:
        return [json.loads(body) for path, _headers, body in self.asked if part in path]

    def answer(self, path: str, body: bytes) -> tuple[int, object]:
        for part, statuses in self.answers.items():
            if part in path and statuses:
                status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
                if status >= 300:
                    return status, {"ok": False, "description": "no"}
        if path.endswith("/getMe"):
            return 200, {"ok": True, "result": {"username": "serdika_bot"}}
        if path.endswith("/getUpdates"):
            after = json.loads(body)["offset"]
            return 200, {
                "ok": True,
                "result": [each for each in self.updates if each["update_id"] >= after],
            }
        if "/bot" in path:
            return 200, {"ok": True, "result": {}}
        return (204 if "webhooks" in path else 201), {}


@contextlib.contextmanager
def fake_services() -> Iterator[FakeServices]:
    kept = FakeServices()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            kept.asked.append((self.path, headers, body))
            status, answer = kept.answer(self.path, body)
            content = b"" if status == 204 else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.host = f"127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()


def use_fake_services(settings: Any, found: FakeServices) -> None:
    """Point the site at the services and ensure a web push key."""
    settings.PUSH_HOSTS = [*settings.PUSH_HOSTS, found.host]
    settings.TELEGRAM_URL = settings.DISCORD_URL = f"http://{found.host}"
    settings.VAPID_PRIVATE_KEY = settings.VAPID_PRIVATE_KEY or new_key()


class Browser:
    def __init__(self, host: str, name: str = "phone") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        self.path = f"/push/{name}"
        self.endpoint = f"http://{host}{self.path}"

    @property
    def subscription(self) -> dict[str, Any]:
        """Result of ``PushManager.subscribe``."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": url64(point), "auth": url64(self.secret)},
        }

    def read(self, there: FakeServices) -> list[dict[str, Any]]:
        sent = [body for path, _headers, body in there.asked if path == self.path]
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))
            for body in sent
        ]


def url64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
