from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.seating import Board


class HandCheck(models.Model):
    """Check of one hand of a prepared board; the entered cards are not stored.

    ``place``: a seat, or ``stock`` for the turned-up card and those below it. A wrong check
    counts towards the attempts per hand until it is lifted.
    """

    STOCK = "stock"

    board = models.ForeignKey(Board, models.CASCADE, related_name="hand_checks")
    place = models.CharField(max_length=5)
    is_right = models.BooleanField()
    # A repeated check reveals nothing and costs no attempt.
    digest = models.CharField(max_length=64)
    who = LineField(max_length=120, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("check of a hand")
        verbose_name_plural = _("checks of hands")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "place", "digest"],
                condition=Q(lifted_at__isnull=True, is_right=False),
                name="one_wrong_check_a_question",
            )
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.place}"
