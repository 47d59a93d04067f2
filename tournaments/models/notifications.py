"""Notifications: followers, notices and deliveries."""

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


class NotificationMethod(models.TextChoices):
    PUSH = "push", _("on this device")
    EMAIL = "email", _("by email")
    TELEGRAM = "telegram", "Telegram"
    DISCORD = "discord", "Discord"


class Follower(models.Model):
    """A subscriber to one tournament by one method.

    ``address`` is encrypted; only sending workers decrypt it. ``address_key`` is its keyed
    digest. ``secret`` is part of the URL of the subscriber's own page.
    """

    class Role(models.TextChoices):
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")
        DIRECTOR = "director", _("director")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="followers")
    role = models.CharField(max_length=10, choices=Role.choices)
    way = models.CharField(max_length=10, choices=NotificationMethod.choices)
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
    # Nothing is sent before the subscriber confirms.
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
    """A club's Telegram bot, Telegram channel or Discord channel.

    ``sealed``: encrypted bot token or webhook URL; never displayed again.
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
    # Outcome of the last test: empty if successful, else a key of ``notifications.people.labels``.
    why = models.CharField(max_length=20, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
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
    """Notification event, written in the transaction of its cause; ``thing`` makes it unique."""

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
    """Delivery of a notice to one follower or channel; it outlives both."""

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
    way = models.CharField(max_length=10, choices=NotificationMethod.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    # Next attempt; a running attempt moves it ahead as its lease.
    next_at = models.DateTimeField()
    why = models.CharField(max_length=20, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
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
