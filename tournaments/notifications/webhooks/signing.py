"""Signatures of Standard Webhooks 1.0.0: https://www.standardwebhooks.com."""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

PREFIX: Final = "whsec_"
ID: Final = "webhook-id"
TIMESTAMP: Final = "webhook-timestamp"
SIGNATURE: Final = "webhook-signature"


def secret_of(seed: UUID, key: str | None = None) -> str:
    """The secret derived from a seed and the installation's key (or ``key``)."""
    digest = salted_hmac(
        "tournaments.notifications.webhooks", seed.hex, secret=key, algorithm="sha256"
    ).digest()
    return PREFIX + base64.b64encode(digest).decode()


def secrets_of(seed: UUID) -> list[str]:
    """The secret of a seed, and those under fallback keys."""
    return [secret_of(seed), *(secret_of(seed, key) for key in settings.SECRET_KEY_FALLBACKS)]


def signature_of(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers_of(
    secrets: Iterable[str], message_id: str, timestamp: int, body: bytes
) -> dict[str, str]:
    """Headers that authenticate sender and content."""
    signatures = (signature_of(secret, message_id, timestamp, body) for secret in secrets)
    return {
        ID: message_id,
        TIMESTAMP: str(timestamp),
        SIGNATURE: " ".join(signatures),
    }
