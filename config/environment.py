"""Validated values from the environment or from ``.env`` next to ``manage.py``."""

import base64
import ipaddress
import re
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
PUSH_SERVICES = [
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    "push.services.mozilla.com",
    "web.push.apple.com",
    "push.apple.com",
    "notify.windows.com",
]
"""Browsers supply push URLs; no other host receives requests."""
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def whole_number(name: str, default: int, low: int, high: int) -> int:
    value: int = env.int(name, default=default)
    if not low <= value <= high:
        raise ImproperlyConfigured(f"{name} must lie between {low} and {high}; it is {value}.")
    return value


def whole_numbers(name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    """Comma-separated integers from 0, as many as the default has."""
    parts: list[str] = env.list(name, default=[str(each) for each in default])
    if len(parts) != len(default) or not all(each.strip().isdigit() for each in parts):
        raise ImproperlyConfigured(
            f"{name} must be {len(default)} whole numbers with commas; it is {','.join(parts)!r}."
        )
    return tuple(int(each) for each in parts)


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    value: str = env.str(name, default=default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}; it is {value!r}.")
    return value


def server_address(name: str, *schemes: str) -> str:
    """Server URL with one of the schemes, or empty."""
    url: str = env.str(name, default="").rstrip("/")
    if url and not url.startswith(schemes):
        raise ImproperlyConfigured(f"{name} must begin with {' or '.join(schemes)}.")
    return url


def address_of(mail: str) -> str:
    if mail and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", mail):
        raise ImproperlyConfigured(f"An email address was expected; it is {mail!r}.")
    return mail


def networks(name: str) -> list[str]:
    entries: list[str] = [each.strip() for each in env.list(name, default=[]) if each.strip()]
    for each in entries:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            text = f"{name} must be addresses and networks such as 10.0.0.0/8; {each!r} is none."
            raise ImproperlyConfigured(text) from error
    return entries


def whole_seconds(name: str, default: list[int]) -> list[int]:
    seconds: list[int] = env.list(name, cast=int, default=default)
    if not seconds or min(seconds) < 1 or max(seconds) > 7 * 24 * 3600:
        raise ImproperlyConfigured(f"{name} must be seconds with commas, up to a week each.")
    return seconds


def load_push_key(path: Path) -> str:
    """Web push key of an embedded installation, created on first use."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(new_key())
    return path.read_text().strip()


def new_key() -> str:
    """New web push key: 32 random bytes as base64url."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


MESSENGERS = {"TELEGRAM_URL": "https://api.telegram.org", "DISCORD_URL": "https://discord.com"}


def messenger_url(name: str) -> str:
    url: str = env.str(name, default=MESSENGERS[name])
    return url.rstrip("/")


def push_key(name: str, kept: Path | None) -> str:
    """Web push key from the environment, else the stored one."""
    text: str = env.str(name, default="")
    if text and not re.fullmatch(r"[-\w]{43}=?", text, re.ASCII):
        raise ImproperlyConfigured(f"{name} must be a key as `manage.py message_keys` makes it.")
    return text or (load_push_key(kept) if kept else "")


def load_secret(path: Path) -> str:
    """Secret key of an embedded installation, created on first use."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text().strip()
