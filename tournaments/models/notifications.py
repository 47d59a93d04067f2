"""What people are told outside of the pages: who asked, what there is to tell, who was told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.fields import DetailsField, LineField
from tournaments.models.clubs import Club
from tournaments.models.entries import Team
from tournaments.models.registration import Signup, new_secret
from tournaments.models.tournament import Tournament


class Way(models.TextChoices):
    """How somebody is told."""

    PUSH = "push", _("on this device")
    EMAIL = "email", _("by email")
    TELEGRAM = "telegram", "Telegram"
    DISCORD = "discord", "Discord"


class Follower(models.Model):
    """Somebody who asked to be told of a tournament, in one way.

    ``address`` is sealed: only a worker that sends opens it. ``address_key`` names it without
    telling it. ``secret`` leads to the page where whoever asked can stop it.
    """

    class Role(models.TextChoices):
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")
        DIRECTOR = "director", _("director")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="followers")
    role = models.CharField(max_length=10, choices=Role.choices)
    way = models.CharField(max_length=10, choices=Way.choices)
    # Whose seats and place are told: an entrant, or who signed up and may become one.
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="followers")
    signup = models.ForeignKey(
        Signup, models.CASCADE, null=True, blank=True, related_name="followers"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    address = models.TextField(blank=True)
    address_key = models.CharField(max_length=64)
    language = models.CharField(max_length=8, blank=True)
    site = models.CharField(max_length=200, blank=True)
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    # Nobody is told before they have said themselves that they want it.
    confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("follower")
        verbose_name_plural = _("followers")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "role", "address_key"], name="an_address_asks_once"
            )
        ]
        indexes = [models.Index(fields=["address_key", "created_at"], name="followers_of_address")]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.get_way_display()}"


class Channel(models.Model):
    """Where a club announces: its Telegram bot, a Telegram channel, a Discord channel.

    ``sealed`` is the bot's token or the address of the webhook; no page shows it again.
    """

    class Kind(models.TextChoices):
        BOT = "bot", _("Telegram bot")
        TELEGRAM = "telegram", _("Telegram channel")
        DISCORD = "discord", _("Discord channel")

    club = models.ForeignKey(Club, models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = LineField(max_length=80, blank=True)
    sealed = models.TextField(blank=True)
    language = models.CharField(max_length=8, blank=True)
    site = models.CharField(max_length=200, blank=True)
    # What the last try said: empty where all was well, else a key of ``notices.words``.
    why = models.CharField(max_length=20, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    # The last message of a bot that was read.
    offset = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("channel of a club")
        verbose_name_plural = _("channels of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="one_channel_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.name}"


class Notice(models.Model):
    """One thing to be told, written in the transaction in which it happened; ``thing`` is which."""

    class Kind(models.TextChoices):
        ROUND = "round", _("a round is drawn")
        OFFICIAL = "official", _("results are official")
        CALL = "call", _("a table calls")
        COMPLETE = "complete", _("a round is complete")
        TEST = "test", _("a test")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    thing = models.CharField(max_length=60)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    details = DetailsField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    # When a worker had written down whom it is for.
    spread_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "thing"], name="a_thing_is_told_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(spread_at__isnull=True), name="notices_to_spread"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.thing}"


class Sending(models.Model):
    """A notice for one follower or one channel, and what became of it; it outlives both."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("notice", "waiting")
        SENT = "sent", pgettext_lazy("notice", "sent")
        FAILED = "failed", pgettext_lazy("notice", "failed")
        DROPPED = "dropped", pgettext_lazy("notice", "left out")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="sendings")
    follower = models.ForeignKey(
        Follower, models.SET_NULL, null=True, blank=True, related_name="sendings"
    )
    channel = models.ForeignKey(
        Channel, models.SET_NULL, null=True, blank=True, related_name="sendings"
    )
    way = models.CharField(max_length=10, choices=Way.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    # When it is to be tried next; a try that has begun puts it off, so nobody else begins it.
    next_at = models.DateTimeField()
    why = models.CharField(max_length=20, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sending")
        verbose_name_plural = _("sendings")
        constraints = [
            models.UniqueConstraint(fields=["notice", "follower"], name="a_follower_is_told_once"),
            models.UniqueConstraint(fields=["notice", "channel"], name="a_channel_is_told_once"),
        ]
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(state="waiting"), name="sendings_that_wait"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_way_display()}: {self.get_state_display()}"
