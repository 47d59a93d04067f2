"""Encryption of follower addresses and channel keys."""

import hashlib
import hmac
from typing import Final

from tournaments import encryption
from tournaments.encryption import DecryptionError, derive_key

__all__ = ["DecryptionError", "address_digest", "decrypt", "encrypt"]
PURPOSE: Final = b"tournaments.notifications.people"


def encrypt(text: str) -> str:
    return encryption.encrypt(text, PURPOSE + b"seal")


def decrypt(sealed: str) -> str:
    """Decrypt; raises Sealed for another secret."""
    return encryption.decrypt(sealed, PURPOSE + b"seal")


def address_digest(way: str, address: str) -> str:
    """Keyed digest of an address, for lookup."""
    key = derive_key(PURPOSE + b"name")
    return hmac.new(key, f"{way}:{address}".encode(), hashlib.sha256).hexdigest()
