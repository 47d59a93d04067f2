from django.db import models


class Counted(models.Model):
    """Versions of the stored standings, and of page content that is not a fact."""

    # Number of facts in the standings; pending ones are ``News`` rows.
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    # The last ``standings_version`` that counted a result or moved a row.
    moved_version = models.PositiveIntegerField(default=0, editable=False)
    standings_at = models.DateTimeField(null=True, blank=True, editable=False)
    rounds_counted = models.PositiveSmallIntegerField(default=0, editable=False)
    # Raised for page content that is not a fact: analysis, computer field, player pages.
    extras_version = models.PositiveIntegerField(default=0, editable=False)
    # Raised for changes on all tables' phones: seats, clock, names.
    hall_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
