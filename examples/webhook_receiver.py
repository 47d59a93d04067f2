"""Webhook receiver in plain Python: verifies each message and handles it once.

    WEBHOOK_SECRET=whsec_… python3 webhook_receiver.py [PORT]

Prints verified messages as lines of JSON; ``KEEP=FILE`` also appends them to that file.
Put it behind a proxy with https.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

MAX_BODY_BYTES = 1_000_000
MAX_AGE_SECONDS = 300
SEEN_IDS: set[str] = set()
"""A message can arrive twice."""


def is_genuine(secret: str, message: str, timestamp: str, signatures: str, body: bytes) -> bool:
    """Whether the holder of the secret signed this message recently."""
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > MAX_AGE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    said = (each.partition(",") for each in signatures.split())
    return any(
        version == "v1" and hmac.compare_digest(signature.encode(), expected.encode())
        for version, _comma, signature in said
    )


def handle_event(event: dict[str, object]) -> None:
    line = json.dumps(event, ensure_ascii=False)
    print(line, flush=True)
    if os.environ.get("KEEP"):
        with open(os.environ["KEEP"], "a", encoding="utf-8") as file:
            file.write(line + "\n")


class Receiver(BaseHTTPRequestHandler):
    """Return 204 for verified messages, also repeated ones, and 401 for others."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY_BYTES:
            self.answer(413)
            return
        body = self.rfile.read(length)
        message = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        signatures = self.headers.get("webhook-signature", "")
        if not is_genuine(os.environ["WEBHOOK_SECRET"], message, timestamp, signatures, body):
            self.answer(401)
            return
        if message not in SEEN_IDS:
            handle_event(json.loads(body))
            SEEN_IDS.add(message)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Print events only."""


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8001
    HTTPServer(("127.0.0.1", port), Receiver).serve_forever()


if __name__ == "__main__":
    main()
