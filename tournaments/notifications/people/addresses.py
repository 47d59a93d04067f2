"""Validation of push, Telegram and Discord addresses.

Requests never go to a user-supplied host: push services are listed in the settings; of
Telegram and Discord URLs only the path's identifiers are stored.
"""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError

LONGEST: Final = 1500
BOT: Final = re.compile(r"\d{5,16}:[-\w]{30,60}", re.ASCII)
TELEGRAM: Final = re.compile(r"@[A-Za-z]\w{3,40}", re.ASCII)
DISCORD: Final = re.compile(
    r"https://(?:\w+\.)?(?:discord|discordapp)\.com/api/(?:v\d+/)?webhooks/(\d{5,25})/([-\w]{20,100})/?",
    re.ASCII,
)


def clean_subscription(asked: object) -> str:
    """A valid push subscription as JSON; raises RuleViolationError."""
    subscription = asked if isinstance(asked, Mapping) else {}
    keys = subscription.get("keys")
    keys = keys if isinstance(keys, Mapping) else {}
    endpoint, key, secret = subscription.get("endpoint"), keys.get("p256dh"), keys.get("auth")
    is_right = is_push_service(endpoint) and is_of_bytes(key, 65) and is_of_bytes(secret, 16)
    if not is_right:
        raise RuleViolationError(
            "bad_subscription", _("This browser gave no push address."), field="push"
        )
    return json.dumps({"endpoint": endpoint, "keys": {"p256dh": key, "auth": secret}})


def is_push_service(endpoint: object) -> bool:
    """Whether the URL belongs to an allowed push service."""
    if not isinstance(endpoint, str) or not 0 < len(endpoint) <= LONGEST:
        return False
    try:
        parts = urlsplit(endpoint)
        host = parts.hostname or ""
        place = parts.netloc
    except ValueError:
        return False
    if place in settings.PUSH_HOSTS and ":" in place:  # self-hosted service
        return parts.scheme in {"http", "https"}
    is_known = any(host == each or host.endswith(f".{each}") for each in settings.PUSH_HOSTS)
    return is_known and parts.scheme == "https" and place == host


def is_of_bytes(text: object, count: int) -> bool:
    if not isinstance(text, str) or len(text) > 200:
        return False
    try:
        return len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == count
    except (binascii.Error, ValueError):
        return False


def bot_token(text: str) -> str:
    if not BOT.fullmatch(text.strip()):
        raise RuleViolationError(
            "bad_token",
            _("This is not a bot’s token. BotFather gives one like 1234:ABC…"),
            field="secret",
        )
    return text.strip()


def telegram_channel(text: str) -> str:
    name = text.strip().removeprefix("https://t.me/")
    name = name if name.startswith("@") else f"@{name}"
    if not TELEGRAM.fullmatch(name):
        raise RuleViolationError(
            "bad_channel", _("Write the channel’s public name, such as @ourclub."), field="name"
        )
    return name


def discord_webhook(text: str) -> str:
    """Id and token of a Discord webhook, joined by a slash."""
    match = DISCORD.fullmatch(text.strip())
    if match is None:
        raise RuleViolationError(
            "bad_webhook",
            _("Copy the whole address of the webhook: https://discord.com/api/webhooks/…"),
            field="secret",
        )
    return f"{match[1]}/{match[2]}"
