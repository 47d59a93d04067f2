from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Channel, Club, Follower, NotificationMethod
from tournaments.notifications.people.addresses import bot_token, discord_webhook, telegram_channel
from tournaments.notifications.people.encryption import encrypt
from tournaments.notifications.people.jobs import CHANNEL_TEST_JOB

Kind = Channel.Kind


@transaction.atomic
def save_channel(
    *, club: Club, kind: str, secret: str = "", name: str = "", language: str = "", site: str = ""
) -> Channel:
    """Create or update a bot or channel, and test it."""
    channel = Channel.objects.filter(club=club, kind=kind).first() or Channel(club=club, kind=kind)
    if kind == Kind.TELEGRAM:
        channel.name = telegram_channel(name)
        if not Channel.objects.filter(club=club, kind=Kind.BOT).exists():
            raise RuleViolationError(
                "no_bot", _("Enter the token of the club’s bot first."), field="name"
            )
    elif kind == Kind.BOT:
        channel.name, channel.sealed, channel.offset = "", encrypt(bot_token(secret)), 0
    elif kind == Kind.DISCORD:
        channel.sealed = encrypt(discord_webhook(secret))
    else:
        raise Http404
    channel.language, channel.site = language, site
    channel.why, channel.tried_at = "", None
    channel.save()
    request_channel_test(channel=channel)
    return channel


def request_channel_test(*, channel: Channel) -> Channel:
    CHANNEL_TEST_JOB.submit_on_commit(channel.pk)
    return channel


@transaction.atomic
def remove_channel(*, channel: Channel) -> None:
    if channel.kind == Kind.BOT:
        Channel.objects.filter(club=channel.club_id, kind=Kind.TELEGRAM).delete()
        Follower.objects.filter(
            tournament__club=channel.club_id, way=NotificationMethod.TELEGRAM
        ).delete()
    channel.delete()
