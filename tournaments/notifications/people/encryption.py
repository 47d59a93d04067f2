"""Encryption of follower addresses and channel keys."""

import hashlib
import hmac
from typing import Final

from tournaments import encryption
from tournaments.encryption import Sealed, own_key

__all__ = ["Sealed", "key_of", "seal", "unseal"]
PURPOSE: Final = b"tournaments.notifications.people"


def seal(text: str) -> str:
    return encryption.seal(text, PURPOSE + b"seal")


def unseal(sealed: str) -> str:
    """Decrypt; raises Sealed for another secret."""
    return encryption.unseal(sealed, PURPOSE + b"seal")


def key_of(way: str, address: str) -> str:
    """Keyed digest of an address, for lookup."""
    key = own_key(PURPOSE + b"name")
    return hmac.new(key, f"{way}:{address}".encode(), hashlib.sha256).hexdigest()
