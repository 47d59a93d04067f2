"""Codes that an authenticator app shows, while its clock stands still."""

from types import SimpleNamespace

import pytest
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)


@pytest.fixture
def codes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of codes: one that is read before a half minute ends is refused after it."""
    clock = SimpleNamespace(time=lambda: 1_800_000_000)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)


def code_now(secret: str) -> str:
    """Return the code that an app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def wrong_code(secret: str) -> str:
    """Return six digits that the app does not show now."""
    return "000000" if code_now(secret) != "000000" else "111111"
