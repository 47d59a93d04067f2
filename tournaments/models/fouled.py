"""Boards whose cards differed between tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.seating import Board


class FouledBoard(models.Model):
    """The director's ruling on a fouled board; the newest version applies.

    ``groups``: group of cards (1, 2 …) by play id; other plays had the cards as dealt. Empty: all
    had the same cards.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="foulings")
    version = models.PositiveIntegerField()
    groups = models.JSONField(default=dict, blank=True)
    reason = LineField(_("reason"), max_length=300)
    is_public = models.BooleanField(_("shown to everybody"), default=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = LineField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("fouled board")
        verbose_name_plural = _("fouled boards")
        ordering = ["board__number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["board", "version"], name="one_fouling_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.board} v{self.version}"
