"""What pairs two places and what the hall shows then: long enough, and stored as hashes."""

import hashlib
import re
import secrets
from datetime import timedelta
from typing import Final, TypeGuard

from django.utils.crypto import salted_hmac

from tournaments.models.parts.event import ALPHABET

CODE_LENGTH: Final = 10
"""Of 31 letters and figures: 8 · 10¹⁴ codes, each good once and for a few hours."""
SECRET: Final = re.compile(r"[0-9a-f]{64}")
CODE_LASTS: Final = timedelta(hours=24)


def new_code() -> str:
    """A code to be typed in the hall."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(CODE_LENGTH))


def readable_code(code: str) -> str:
    """A code as people read it, in two pieces."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def clean_code(text: str) -> str:
    """A typed code without what was put in to read it."""
    return "".join(letter for letter in text.lower() if letter in ALPHABET)


def secret_for(code: str) -> str:
    """What this hall shows with each letter along the line of a code: 256 bits.

    The same whenever the code is typed in the same hall, which so is known again; who knows the
    code alone cannot make it.
    """
    salt = "tournaments.sync.secret_for"
    return salted_hmac(salt, clean_code(code), algorithm="sha256").hexdigest()


def is_secret(text: object) -> TypeGuard[str]:
    """Whether a hall may have made this for itself."""
    return isinstance(text, str) and SECRET.fullmatch(text) is not None


def hash_of(text: str) -> str:
    """The hash under which a code or a secret is found; both are random, so one round does."""
    return hashlib.sha256(text.encode()).hexdigest()
