import base64
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import Count

from tournaments.models import (
    Channel,
    Club,
    Follower,
    Notice,
    NotificationMethod,
    Sending,
    Team,
    Tournament,
)
from tournaments.notifications.people.labels import FAILURE_REASONS

CONSOLE_BACKEND: Final = "django.core.mail.backends.console.EmailBackend"


@dataclass(frozen=True, slots=True)
class NotificationOptions:
    """Available methods: push key, email, bot name."""

    push_key: str
    email: bool
    bot: str

    @property
    def ways(self) -> list[str]:
        there = {
            NotificationMethod.PUSH: self.push_key,
            NotificationMethod.EMAIL: self.email,
            NotificationMethod.TELEGRAM: self.bot,
        }
        return [way.value for way, setting in there.items() if setting]


@lru_cache(4)
def public_key(private: str) -> str:
    """VAPID public key of a private key."""
    padded = private + "=" * (-len(private) % 4)
    number = int.from_bytes(base64.urlsafe_b64decode(padded), "big")
    derived_key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = derived_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def notification_options(club_id: int) -> NotificationOptions:
    private: str = settings.VAPID_PRIVATE_KEY
    bot = bot_of(club_id)
    return NotificationOptions(
        push_key=public_key(private) if private else "",
        email=settings.EMAIL_BACKEND != CONSOLE_BACKEND,
        bot=bot.name.removeprefix("@") if bot and not bot.why else "",
    )


def bot_of(club_id: int) -> Channel | None:
    return Channel.objects.filter(club=club_id, kind=Channel.Kind.BOT).first()


def channels_by_kind(club: Club) -> dict[str, Channel | None]:
    existing = {each.kind: each for each in Channel.objects.filter(club=club)}
    return {kind: existing.get(kind) for kind in Channel.Kind.values}


def teams_to_follow(tournament: Tournament) -> list[Team]:
    if tournament.state not in {Tournament.State.PLAYING, Tournament.State.FINISHED}:
        return []
    return list(tournament.teams.filter(number__isnull=False).order_by("number"))


def follower_at(secret: str) -> Follower | None:
    rows = Follower.objects.select_related("tournament__club", "team", "signup")
    return rows.filter(secret=secret).first()


def latest_test(follower: Follower) -> Sending | None:
    rows = Sending.objects.filter(follower=follower, notice__kind=Notice.Kind.TEST)
    return rows.order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class SendingCount:
    """Number of sendings by kind, method, state and reason."""

    kind: str
    way: str
    state: str
    why: object
    count: int


def sending_counts(tournament: Tournament) -> list[SendingCount]:
    """Sending statistics without addresses; one query."""
    rows = (
        Sending.objects.filter(notice__tournament=tournament)
        .values_list("notice__kind", "way", "state", "why")
        .annotate(n=Count("pk"))
        .order_by("notice__kind", "way", "state", "why")
    )
    kinds, ways = dict(Notice.Kind.choices), dict(NotificationMethod.choices)
    states = dict(Sending.State.choices)
    return [
        SendingCount(
            str(kinds[kind]),
            str(ways[way]),
            str(states[state]),
            FAILURE_REASONS.get(why, ""),
            count,
        )
        for kind, way, state, why, count in rows
    ]


def counts_of(tournament: Tournament) -> dict[str, int]:
    rows = Follower.objects.filter(tournament=tournament, confirmed_at__isnull=False)
    counts = dict(rows.values_list("role").annotate(n=Count("pk")).order_by())
    return {role: counts.get(role, 0) for role in Follower.Role.values}
