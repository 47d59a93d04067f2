"""The computer field: results of bots, derived from the seed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.seating import Board


class FieldResult(models.Model):
    """Result of the ``number``-th table of four bots on a board."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="field_results")
    number = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=20)
    contract = models.CharField(max_length=2, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    contra = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=12, blank=True)
    net = models.IntegerField()

    class Meta:
        verbose_name = _("result of the computer field")
        verbose_name_plural = _("results of the computer field")
        ordering = ["board", "number"]
        constraints = [
            models.UniqueConstraint(fields=["board", "number"], name="one_field_table_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.board}/{self.number}: {self.net}"
