from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.results import Play
from tournaments.models.seating import Seat


class CardRefusal(models.Model):
    """A table's entry that contradicts the board's cards, and why; for directors only.

    It counts towards the table's attempts per play until it is lifted.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="card_refusals")
    side = models.CharField(max_length=2, choices=Seat.Side.choices, blank=True)
    who = LineField(max_length=120, blank=True)
    code = models.CharField(max_length=60)
    detail = models.CharField(max_length=400)
    # The submitted slip, or {"record": true}, and its digest.
    asked = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("entry against the cards")
        verbose_name_plural = _("entries against the cards")
        ordering = ["at", "pk"]
        constraints = [
            # A repeated entry reveals nothing and costs no attempt.
            models.UniqueConstraint(
                fields=["play", "digest"],
                condition=Q(lifted_at__isnull=True),
                name="one_refusal_a_question",
            )
        ]

    def __str__(self) -> str:
        return f"{self.play} {self.side}"
