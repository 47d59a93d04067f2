from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club, Player


class PlayerMerge(models.Model):
    """A player merged into another; undone merges have ``undone_at``.

    ``tournaments``: ids of those with moved entries.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="player_merges")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    kept = models.ForeignKey(Player, models.CASCADE, related_name="+")
    tournaments = models.JSONField(default=list)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.player} → {self.kept}"


class DistinctPlayers(models.Model):
    """Two distinct players with similar names; ``first`` has the lower key."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="distinct_players")
    first = models.ForeignKey(Player, models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("pair of distinct players")
        verbose_name_plural = _("pairs of distinct players")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="distinct_players_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="distinct_players_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} ≠ {self.second}"
