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

SECOND_STEPS: Final = b"accounts.second_steps"
MARK: Final = "sealed:"
"""Before what is sealed where clear values may stand too, from before they were sealed."""


class Sealed(Exception):
    """The value was encrypted with another secret."""


def own_key(purpose: bytes, secret: str | None = None) -> bytes:
    """Derive a 32-byte key for one purpose."""
    secret = settings.SECRET_KEY if secret is None else secret
    return hmac.digest(secret.encode(), purpose, hashlib.sha256)


def sealer_of(purpose: bytes) -> MultiFernet:
    """Encrypts with the current secret, decrypts with it and all fallbacks."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = [base64.urlsafe_b64encode(own_key(purpose, secret)) for secret in secrets]
    return MultiFernet([Fernet(key) for key in keys])


def seal(text: str, purpose: bytes) -> str:
    return sealer_of(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: bytes) -> str:
    """Decrypt a value; raise DecryptionError for another secret."""
    try:
        return sealer_of(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Sealed("Sealed by another SECRET_KEY: is it among SECRET_KEY_FALLBACKS?") from error


def seal_step(text: str) -> str:
    """Encrypt an MFA secret, with prefix."""
    return text if text.startswith(MARK) else MARK + seal(text, SECOND_STEPS)


def unseal_step(stored: str) -> str:
    """Decrypt an MFA secret; without prefix it is plain text. Raise DecryptionError."""
    if not stored.startswith(MARK):
        return stored
    return unseal(stored.removeprefix(MARK), SECOND_STEPS)
