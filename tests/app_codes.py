from types import SimpleNamespace

import pytest
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)


@pytest.fixture
def codes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock of codes: one read late in its period would be rejected."""
    clock = SimpleNamespace(time=lambda: 1_800_000_000)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)


def code_now(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def wrong_code(secret: str) -> str:
    return "000000" if code_now(secret) != "000000" else "111111"
