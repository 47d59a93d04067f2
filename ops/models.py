"""Operational records; losing them does no harm."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Pulse(models.Model):
    """When a recurring event last happened."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.name} {self.at}"


class PageTime(models.Model):
    """Durations of a view in an hour: count, sum and maximum."""

    hour = models.DateTimeField()
    view = models.CharField(max_length=80)
    count = models.PositiveIntegerField()
    seconds = models.FloatField()
    slowest = models.FloatField()

    class Meta:
        verbose_name = _("time of a page")
        verbose_name_plural = _("times of pages")
        constraints = [
            models.UniqueConstraint(fields=["hour", "view"], name="one_time_per_page_and_hour")
        ]

    def __str__(self) -> str:
        return f"{self.view} {self.hour}"
