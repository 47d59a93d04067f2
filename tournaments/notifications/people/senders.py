"""Send one message; requires the extra ``messages``, installed on workers only.

No database access; addresses and keys are never logged.
"""

import json
import logging
import re
import smtplib
import threading
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from tournaments.notifications.people.encryption import DecryptionError, decrypt

if TYPE_CHECKING:
    from apprise.plugins.base import NotifyBase

TIMEOUT_SECONDS: Final = 8.0
APPRISE_LOCK: Final = threading.Lock()
STATUS: Final = re.compile(r"error=(\d{3})")
# Their log lines contain URLs with keys of bots and webhooks.
logging.getLogger("urllib3").setLevel(logging.CRITICAL)
logging.getLogger("apprise").setLevel(logging.WARNING)
logging.getLogger("apprise").propagate = False


@dataclass(frozen=True, slots=True)
class MessageText:
    """Message: ``url`` links to details, ``stop`` unsubscribes, ``tag`` identifies it."""

    title: str
    body: str
    url: str
    tag: str
    stop: str = ""
    stop_words: str = ""
    silent: bool = False

    @property
    def lines(self) -> str:
        parts = [part for part in (self.body, self.url) if part]
        if self.stop:
            parts.append(f"{self.stop_words}: {self.stop}")
        return "\n".join(parts)


class NotSentError(Exception):
    """Sending failed; ``why``: key of ``words``, ``again``: whether to retry."""

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.again = again


def has_libraries() -> bool:
    return all(find_spec(name) is not None for name in ("apprise", "pywebpush"))


def require_libraries() -> None:
    if not has_libraries():
        raise NotSentError("library")


def decrypt_address(sealed: str) -> str:
    try:
        return decrypt(sealed)
    except DecryptionError as error:
        raise NotSentError("sealed") from error


def send_push(sealed: str, text: MessageText) -> None:
    require_libraries()
    if not settings.VAPID_PRIVATE_KEY:
        raise NotSentError("no_key")
    from pywebpush import WebPushException, webpush
    from requests import RequestException, Session

    with Session() as session:
        session.max_redirects = 0  # never redirected to an unchecked host
        try:
            webpush(
                json.loads(decrypt_address(sealed)),
                data=json.dumps(payload(text)),
                vapid_private_key=settings.VAPID_PRIVATE_KEY,
                vapid_claims={"sub": subject()},
                ttl=900,
                headers={"Urgency": "normal"},
                timeout=TIMEOUT_SECONDS,
                requests_session=session,
            )
        except WebPushException as error:
            raise error_for_status(getattr(error.response, "status_code", 0)) from None
        except RequestException:
            raise NotSentError("unreachable", again=True) from None


def subject() -> str:
    """VAPID contact for push services."""
    mail = settings.RESPONSIBLE_EMAIL or settings.DEFAULT_FROM_EMAIL
    public: str = settings.PUBLIC_URL
    return public if public.startswith("https://") else f"mailto:{mail}"


def payload(text: MessageText) -> dict[str, object]:
    return {
        "title": text.title,
        "body": text.body,
        "url": text.url,
        "tag": text.tag,
        "stop": text.stop,
        "stop_words": text.stop_words,
        "silent": text.silent,
    }


def error_for_status(status: int) -> NotSentError:
    if status in {404, 410}:
        return NotSentError("gone")
    if status == 429:
        return NotSentError("busy", again=True)
    if status == 0 or status >= 500:
        return NotSentError("unreachable", again=True)
    return NotSentError("refused")


def send_email(sealed: str, text: MessageText) -> None:
    """Send an email with List-Unsubscribe headers."""
    headers = {}
    if text.stop:
        headers = {
            "List-Unsubscribe": f"<{text.stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    subject = f"{text.title}: {text.body}"[:200]
    body = "\n\n".join(text.lines.split("\n")) + "\n"
    letter = EmailMultiAlternatives(subject, body, None, [decrypt_address(sealed)], headers=headers)
    try:
        letter.send()
    except smtplib.SMTPRecipientsRefused:
        raise NotSentError("refused") from None
    except (smtplib.SMTPException, OSError):
        raise NotSentError("unreachable", again=True) from None


def send_telegram(sealed_bot: str, chat: str, text: MessageText) -> None:
    require_libraries()
    from apprise.plugins.telegram import NotifyTelegram

    plugin = NotifyTelegram(
        bot_token=decrypt_address(sealed_bot),
        targets=[chat],
        detect_owner=False,
        silent=text.silent,
        format="text",
    )
    plugin.notify_url = f"{settings.TELEGRAM_URL}/bot"
    send_by_apprise(plugin, text)


def send_discord(sealed: str, text: MessageText) -> None:
    require_libraries()
    from apprise.plugins.discord import NotifyDiscord

    number, _slash, token = decrypt_address(sealed).partition("/")
    plugin = NotifyDiscord(webhook_id=number, webhook_token=token, avatar=False, format="text")
    plugin.notify_url = f"{settings.DISCORD_URL}/api/webhooks"
    send_by_apprise(plugin, text)


def send_by_apprise(plugin: "NotifyBase", text: MessageText) -> None:
    """Send by Apprise; its failure reason is only in its log."""
    import apprise

    plugin.socket_connect_timeout = plugin.socket_read_timeout = TIMEOUT_SECONDS
    plugin.redirects = False
    with APPRISE_LOCK, apprise.LogCapture(level=logging.WARNING, fmt="%(message)s") as captured_log:
        is_sent = plugin.notify(body=text.lines, title=text.title)
        words = captured_log.getvalue()
    if is_sent:
        return
    match = STATUS.search(words)
    # Telegram's 403: the bot was blocked.
    status = int(match[1]) if match else 0
    raise NotSentError("gone") if status == 403 else error_for_status(status)


def call_bot_api(sealed_bot: str, method: str, **values: object) -> object:
    """Call Telegram's bot API; raises NotSentError."""
    import requests

    try:
        answer = requests.post(
            f"{settings.TELEGRAM_URL}/bot{decrypt_address(sealed_bot)}/{method}",
            json=values,
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
        )
        reply = answer.json()
    except (requests.RequestException, ValueError):
        raise NotSentError("unreachable", again=True) from None
    if answer.status_code == 409:
        raise NotSentError("other_reader")
    if not isinstance(reply, dict) or not reply.get("ok"):
        raise (
            NotSentError("refused")
            if answer.status_code == 404
            else error_for_status(answer.status_code)
        )
    return reply.get("result")
