"""Addresses of people and keys of channels as they are stored: sealed by this site's secret."""

import hashlib
import hmac
from typing import Final

from tournaments import encryption
from tournaments.encryption import Sealed, own_key

__all__ = ["Sealed", "key_of", "seal", "unseal"]
PURPOSE: Final = b"tournaments.notifications.people"


def seal(text: str) -> str:
    """The text so that only this installation can read it."""
    return encryption.seal(text, PURPOSE + b"seal")


def unseal(sealed: str) -> str:
    """What was sealed; raises Sealed where another secret did it."""
    return encryption.unseal(sealed, PURPOSE + b"seal")


def key_of(way: str, address: str) -> str:
    """A name for an address that is always the same and does not tell it."""
    key = own_key(PURPOSE + b"name")
    return hmac.new(key, f"{way}:{address}".encode(), hashlib.sha256).hexdigest()
