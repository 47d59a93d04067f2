from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Channel, Club, Follower, Way
from tournaments.notifications.people.addresses import bot_token, discord_webhook, telegram_channel
from tournaments.notifications.people.encryption import seal
from tournaments.notifications.people.jobs import CHANNEL_JOB

Kind = Channel.Kind


@transaction.atomic
def keep_channel(
    *, club: Club, kind: str, secret: str = "", name: str = "", language: str = "", site: str = ""
) -> Channel:
    """Create or update a bot or channel, and test it."""
    channel = Channel.objects.filter(club=club, kind=kind).first() or Channel(club=club, kind=kind)
    if kind == Kind.TELEGRAM:
        channel.name = telegram_channel(name)
        if not Channel.objects.filter(club=club, kind=Kind.BOT).exists():
            raise Refused("no_bot", _("Enter the token of the club’s bot first."), field="name")
    elif kind == Kind.BOT:
        channel.name, channel.sealed, channel.offset = "", seal(bot_token(secret)), 0
    elif kind == Kind.DISCORD:
        channel.sealed = seal(discord_webhook(secret))
    else:
        raise Http404
    channel.language, channel.site = language, site
    channel.why, channel.tried_at = "", None
    channel.save()
    try_channel(channel=channel)
    return channel


def try_channel(*, channel: Channel) -> Channel:
    CHANNEL_JOB.submit_on_commit(channel.pk)
    return channel


@transaction.atomic
def remove_channel(*, channel: Channel) -> None:
    if channel.kind == Kind.BOT:
        Channel.objects.filter(club=channel.club_id, kind=Kind.TELEGRAM).delete()
        Follower.objects.filter(tournament__club=channel.club_id, way=Way.TELEGRAM).delete()
    channel.delete()
