"""What only this installation can read in its database: sealed by its secret, each for a purpose.

Whoever sees the database alone reads nothing of it. With another ``SECRET_KEY`` nothing opens, but
what was sealed by one that is among ``SECRET_KEY_FALLBACKS``; ``manage.py reseal`` does it anew.
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
    """It was sealed by another secret, and cannot be opened."""


def own_key(purpose: bytes, secret: str | None = None) -> bytes:
    """A key of 32 bytes for one purpose alone."""
    secret = settings.SECRET_KEY if secret is None else secret
    return hmac.digest(secret.encode(), purpose, hashlib.sha256)


def sealer_of(purpose: bytes) -> MultiFernet:
    """Seals by the secret of now, and opens what any secret that still holds has sealed."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = [base64.urlsafe_b64encode(own_key(purpose, secret)) for secret in secrets]
    return MultiFernet([Fernet(key) for key in keys])


def seal(text: str, purpose: bytes) -> str:
    """The text so that only this installation can read it."""
    return sealer_of(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: bytes) -> str:
    """What was sealed; raises Sealed where another secret did it."""
    try:
        return sealer_of(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Sealed("Sealed by another SECRET_KEY: is it among SECRET_KEY_FALLBACKS?") from error


def seal_step(text: str) -> str:
    """A secret of a second step as it is stored, with its mark."""
    return text if text.startswith(MARK) else MARK + seal(text, SECOND_STEPS)


def unseal_step(stored: str) -> str:
    """A secret of a second step; one without the mark was never sealed. Raises Sealed."""
    if not stored.startswith(MARK):
        return stored
    return unseal(stored.removeprefix(MARK), SECOND_STEPS)
