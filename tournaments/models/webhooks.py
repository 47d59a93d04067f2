from datetime import datetime
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Club
from tournaments.models.tournament import Tournament


class Webhook(models.Model):
    """Receives signed POSTs about a club's tournaments.

    The secret is not stored but derived from ``seed`` and the installation's key. After
    rotation, ``old_seed`` also signs until ``old_until``.
    """

    class Off(models.TextChoices):
        HAND = "hand", _("switched off by hand")
        FAILING = "failing", _("switched off: nothing had arrived for days")
        GONE = "gone", _("switched off: the address answered 410 Gone")

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    name = LineField(_("name"), max_length=80, blank=True)
    address = models.URLField(_("address"), max_length=500)
    events = models.JSONField(default=list)
    off = models.CharField(max_length=8, choices=Off.choices, blank=True, editable=False)
    seed = models.UUIDField(default=uuid4, editable=False)
    old_seed = models.UUIDField(null=True, editable=False)
    old_until = models.DateTimeField(null=True, editable=False)
    # Start of the current failures, and end of the back-off.
    failing_since = models.DateTimeField(null=True, editable=False)
    rests_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name or self.address

    @property
    def is_on(self) -> bool:
        return not self.off

    @property
    def old_secret_until(self) -> datetime | None:
        until = self.old_until
        return until if until is not None and until > timezone.now() else None


class Delivery(models.Model):
    """One event for one webhook (outbox): written with the fact, sent by a worker.

    ``about`` holds ids only; the payload is built on sending, so names are not stored and erased
    names are not sent. The key gives the order.
    """

    class Event(models.TextChoices):
        DRAW = "draw.published", _("A draw is published")
        RESULT = "result.recorded", _("A result is entered, confirmed, corrected or removed")
        STANDINGS = "standings.published", _("Standings have a new version")
        OFFICIAL = "tournament.official", _("A tournament is official")
        CALL = "director.called", _("A table calls the director")
        TEST = "webhook.test", _("A test")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        DELIVERED = "delivered", _("arrived")
        FAILED = "failed", _("given up")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    event = models.CharField(max_length=24, choices=Event.choices)
    about = models.JSONField(default=dict)
    uid = models.UUIDField(default=uuid4, unique=True)
    # Deduplicates events that can be noticed repeatedly; null where the fact is unique.
    key = models.CharField(max_length=60, null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    next_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Last attempt: time, response, duration; ``problem`` without a response.
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    milliseconds = models.PositiveIntegerField(null=True)
    answer = models.CharField(max_length=1000, blank=True)
    problem = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "key"], name="one_delivery_per_key")
        ]
        indexes = [
            models.Index(
                fields=["webhook", "next_at"],
                condition=Q(state="waiting"),
                name="deliveries_that_wait",
            )
        ]

    def __str__(self) -> str:
        return f"{self.webhook}: {self.event} {self.pk}"
