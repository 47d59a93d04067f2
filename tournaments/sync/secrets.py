import hashlib
import re
import secrets
from datetime import timedelta
from typing import Final, TypeGuard

from django.utils.crypto import salted_hmac

from tournaments.models.parts.event import CODE_ALPHABET

CODE_LENGTH: Final = 10
"""Of 31 characters: 8 · 10¹⁴ codes, each for one use within hours."""
SECRET: Final = re.compile(r"[0-9a-f]{64}")
CODE_LASTS: Final = timedelta(hours=24)


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _letter in range(CODE_LENGTH))


def format_code(code: str) -> str:
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def clean_code(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter in CODE_ALPHABET)


def secret_for(code: str) -> str:
    """The hall's 256-bit secret for a code, derived from the local key.

    The same code in the same hall gives the same secret; the code alone is not enough.
    """
    salt = "tournaments.sync.secret_for"
    return salted_hmac(salt, clean_code(code), algorithm="sha256").hexdigest()


def is_secret(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and SECRET.fullmatch(text) is not None


def hash_of(text: str) -> str:
    """Hash for lookup; the input is random, so one round is enough."""
    return hashlib.sha256(text.encode()).hexdigest()
