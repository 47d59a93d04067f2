from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.seating import Round, Table
from tournaments.models.tournament import Tournament


class ExtraTime(models.Model):
    """Seconds that one table has beyond the round clock."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="extra_times")
    table = models.ForeignKey(Table, models.CASCADE, related_name="extra_times")
    seconds = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("extra time of a table")
        verbose_name_plural = _("extra times of tables")
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_extra_time_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}: {self.seconds}"


class Message(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="messages")
    text = LineField(max_length=200)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = LineField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.text


class MessageAtTable(models.Model):
    message = models.ForeignKey(Message, models.CASCADE, related_name="at_tables")
    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message at a table")
        verbose_name_plural = _("messages at tables")
        constraints = [
            models.UniqueConstraint(fields=["message", "table"], name="a_message_once_a_table")
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.message}"
