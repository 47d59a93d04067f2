"""Workers: confirmation emails, Telegram codes, channel tests."""

import re
import time
from datetime import timedelta
from typing import Final

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from jobs.execution import Attempt, handler
from tournaments.models import Channel, Follower, NotificationMethod
from tournaments.notifications.people.encryption import address_digest, encrypt
from tournaments.notifications.people.jobs import (
    CHANNEL_TEST_JOB,
    CODE_LIFETIME_MINUTES,
    CONFIRMATION_EMAIL_JOB,
    TELEGRAM_CODES_JOB,
)
from tournaments.notifications.people.selectors.options import bot_of
from tournaments.notifications.people.senders import (
    MessageText,
    NotSentError,
    call_bot_api,
    decrypt_address,
    send_discord,
    send_telegram,
)

START: Final = re.compile(r"/start ([-\w]{20,40})", re.ASCII)
POLL_INTERVAL_SECONDS: Final = 1.0


@handler(CONFIRMATION_EMAIL_JOB)
def write_letter(attempt: Attempt) -> dict[str, object]:
    """Send a confirmation link, or the page to unsubscribe."""
    rows = Follower.objects.select_related("tournament__club").filter(way=NotificationMethod.EMAIL)
    follower = rows.filter(pk=int(attempt.job.key)).first()
    if follower is None:
        return {"sent": False}
    with translation.override(follower.language or "en"):
        subject, text = confirmation_email(follower)
        send_mail(subject, text, None, [decrypt_address(follower.address)])
    return {"sent": True}


def confirmation_email(follower: Follower) -> tuple[str, str]:
    """Localized subject and text, without user-supplied content."""
    tournament = follower.tournament
    address = f"{follower.site}{reverse('notices_own', args=[follower.secret])}"
    if follower.confirmed_at is not None:
        title = _("You already get notifications")
        text = _("Somebody entered this address once more. On your page you can stop it:")
    else:
        title = _("Please confirm")
        text = _(
            "Someone asked for notifications about this tournament to be sent to this "
            "address. If it was you, confirm:"
        )
    lines = [
        f"{tournament.name} · {tournament.club.name}",
        f"{text}\n{address}",
        _("If it was not you, ignore this email."),
    ]
    return f"{tournament.name}: {title}", "\n\n".join(lines) + "\n"


@handler(TELEGRAM_CODES_JOB)
def read_codes(attempt: Attempt) -> dict[str, object]:
    """Poll a bot for "Start" messages while followers are pending."""
    connected = 0
    while attempt.has_time():
        bot = Channel.objects.filter(pk=int(attempt.job.key)).first()
        if bot is None or not pending_followers(bot).exists():
            return {"found": connected}
        try:
            connected += read_updates(bot)
        except NotSentError as failure:
            Channel.objects.filter(pk=bot.pk).update(why="" if failure.again else failure.why)
            if not failure.again:
                return {"found": connected}
        attempt.progress(connected, 0)
        time.sleep(POLL_INTERVAL_SECONDS)
    attempt.continue_later()
    return {"found": connected}


def pending_followers(bot: Channel) -> QuerySet[Follower]:
    """Followers who recently got a link to the bot."""
    since = timezone.now() - timedelta(minutes=CODE_LIFETIME_MINUTES)
    return Follower.objects.filter(
        tournament__club=bot.club_id,
        way=NotificationMethod.TELEGRAM,
        address="",
        created_at__gte=since,
    )


def read_updates(bot: Channel) -> int:
    """Process the bot's new messages; return the number of followers connected."""
    result = call_bot_api(
        bot.sealed,
        "getUpdates",
        offset=bot.offset + 1,
        timeout=0,
        allowed_updates=["message"],
    )
    updates = (
        [each for each in result if isinstance(each, dict)] if isinstance(result, list) else []
    )
    connected = 0
    for update in updates:
        number = update.get("update_id")
        if isinstance(number, int):
            Channel.objects.filter(pk=bot.pk).update(offset=number)
        connected += connect_chat(bot, update.get("message"))
    return connected


def connect_chat(bot: Channel, message: object) -> bool:
    """Connect the chat whose "Start" has a valid code; return whether it did."""
    chat = message.get("chat") if isinstance(message, dict) else None
    if not isinstance(message, dict) or not isinstance(chat, dict):
        return False
    pressed = START.fullmatch(str(message.get("text", "")))
    is_private = chat.get("type") == "private" and isinstance(chat.get("id"), int)
    if pressed is None or not is_private:
        return False
    follower = pending_followers(bot).filter(secret=pressed[1]).select_related("tournament").first()
    if follower is None:
        return False
    keep_chat(follower, str(chat["id"]))
    welcome(bot, follower, str(chat["id"]))
    return True


@transaction.atomic
def keep_chat(follower: Follower, chat: str) -> None:
    """Store the chat; replaces an earlier follower in the same chat."""
    key = address_digest(NotificationMethod.TELEGRAM, chat)
    same = Follower.objects.filter(
        tournament=follower.tournament_id, role=follower.role, address_key=key
    )
    same.exclude(pk=follower.pk).delete()
    follower.address, follower.address_key = encrypt(chat), key
    follower.confirmed_at = timezone.now()
    follower.save(update_fields=["address", "address_key", "confirmed_at"])


def welcome(bot: Channel, follower: Follower, chat: str) -> None:
    """Send a welcome message with the unsubscribe link; failures are ignored."""
    with translation.override(follower.language or "en"):
        address = f"{follower.site}{reverse('notices_own', args=[follower.secret])}"
        text = MessageText(
            title=follower.tournament.name,
            body=_("You will get notifications here."),
            url="",
            tag="",
            stop=address,
            stop_words=_("Stop"),
        )
    try:
        send_telegram(bot.sealed, chat, text)
    except NotSentError:
        return


@handler(CHANNEL_TEST_JOB)
def try_channel(attempt: Attempt) -> dict[str, object]:
    channel = Channel.objects.select_related("club").filter(pk=int(attempt.job.key)).first()
    if channel is None:
        return {"why": ""}
    try:
        name, why = run_trial(channel), ""
    except NotSentError as failure:
        name, why = channel.name, failure.why
    Channel.objects.filter(pk=channel.pk).update(name=name, why=why, tried_at=timezone.now())
    return {"why": why}


def run_trial(channel: Channel) -> str:
    """Send a test message, or query the bot's name; return the name. Raises NotSentError."""
    if channel.kind == Channel.Kind.BOT:
        bot_info = call_bot_api(channel.sealed, "getMe")
        name = bot_info.get("username") if isinstance(bot_info, dict) else None
        if not isinstance(name, str):
            raise NotSentError("refused")
        return f"@{name}"[:80]
    with translation.override(channel.language or "en"):
        body = _("A test: rounds and results of our tournaments will be announced here.")
        page = f"{channel.site}{reverse('club', args=[channel.club_id])}"
    text = MessageText(title=channel.club.name, body=body, url=page, tag="", silent=True)
    if channel.kind == Channel.Kind.DISCORD:
        send_discord(channel.sealed, text)
        return ""
    bot = bot_of(channel.club_id)
    if bot is None:
        raise NotSentError("no_bot")
    send_telegram(bot.sealed, channel.name, text)
    return channel.name
