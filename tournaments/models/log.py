from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import DetailsField, LineField
from tournaments.models.tournament import Tournament


class LogEntry(models.Model):
    """Log entry; ``action`` and ``details`` are rendered as text on display."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = LineField(max_length=120, blank=True)
    action = models.CharField(max_length=40)
    details = DetailsField(default=dict)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.who} {self.action}"
