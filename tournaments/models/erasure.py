from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Club


class Erasure(models.Model):
    """Erasure of a player's name; ``player_id`` identifies the player, also in a backup.

    While ``is_open`` the database allows ledger texts to be replaced; it is open only inside
    one transaction.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="forgettings")
    player_id = models.PositiveBigIntegerField()
    asked = LineField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    is_open = models.BooleanField(default=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.club}: {self.player_id}"
