"""Encrypt database values with keys derived from ``SECRET_KEY``, one per purpose.

The database alone reveals nothing. Values of an old key decrypt while that key is in
``SECRET_KEY_FALLBACKS``; ``manage.py reseal`` encrypts them again.
"""

import base64
import hashlib
import hmac
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

MFA_PURPOSE: Final = b"accounts.second_steps"
ENCRYPTED_PREFIX: Final = "sealed:"
"""Marks encrypted values; older ones are plain text."""


class DecryptionError(Exception):
    """The value was encrypted with another secret."""


def derive_key(purpose: bytes, secret: str | None = None) -> bytes:
    """Derive a 32-byte key for one purpose."""
    secret = settings.SECRET_KEY if secret is None else secret
    return hmac.digest(secret.encode(), purpose, hashlib.sha256)


def fernet_for(purpose: bytes) -> MultiFernet:
    """Encrypts with the current secret, decrypts with it and all fallbacks."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = [base64.urlsafe_b64encode(derive_key(purpose, secret)) for secret in secrets]
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(text: str, purpose: bytes) -> str:
    return fernet_for(purpose).encrypt(text.encode()).decode()


def decrypt(sealed: str, purpose: bytes) -> str:
    """Decrypt a value; raise DecryptionError for another secret."""
    try:
        return fernet_for(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise DecryptionError(
            "Sealed by another SECRET_KEY: is it among SECRET_KEY_FALLBACKS?"
        ) from error


def encrypt_mfa_secret(text: str) -> str:
    """Encrypt an MFA secret, with prefix."""
    return (
        text if text.startswith(ENCRYPTED_PREFIX) else ENCRYPTED_PREFIX + encrypt(text, MFA_PURPOSE)
    )


def decrypt_mfa_secret(stored: str) -> str:
    """Decrypt an MFA secret; without prefix it is plain text. Raise DecryptionError."""
    if not stored.startswith(ENCRYPTED_PREFIX):
        return stored
    return decrypt(stored.removeprefix(ENCRYPTED_PREFIX), MFA_PURPOSE)
