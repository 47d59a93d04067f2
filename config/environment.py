"""Values from the environment or from ``.env`` beside ``manage.py``; bad ones are refused."""

import ipaddress
import re
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """An integer from the environment, refused outside ``low``..``high``."""
    value: int = env.int(name, default=default)
    if not low <= value <= high:
        raise ImproperlyConfigured(f"{name} must lie between {low} and {high}; it is {value}.")
    return value


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    """A word from the environment, refused when it is none of ``choices``."""
    value: str = env.str(name, default=default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}; it is {value!r}.")
    return value


def address_of(mail: str) -> str:
    """An e-mail address or nothing, refused when it is neither."""
    if mail and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", mail):
        raise ImproperlyConfigured(f"An email address was expected; it is {mail!r}.")
    return mail


def networks(name: str) -> list[str]:
    """Addresses and networks from the environment, refused when one of them is neither."""
    found: list[str] = [each.strip() for each in env.list(name, default=[]) if each.strip()]
    for each in found:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            text = f"{name} must be addresses and networks such as 10.0.0.0/8; {each!r} is none."
            raise ImproperlyConfigured(text) from error
    return found


def kept_secret(path: Path) -> str:
    """The secret of an embedded installation, made on first use and kept beside its data."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text().strip()
