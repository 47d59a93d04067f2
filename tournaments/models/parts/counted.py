"""How far a tournament is counted, and what tells pages and phones that something is new."""

from django.db import models


class Counted(models.Model):
    """Versions: of the standings that are stored, and of what is no fact but stands on pages."""

    # How many facts the standings were made from; what they have yet to count is ``News``.
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    # The ``standings_version`` that was the last to count a result or to move a row.
    moved_version = models.PositiveIntegerField(default=0, editable=False)
    standings_at = models.DateTimeField(null=True, blank=True, editable=False)
    rounds_counted = models.PositiveSmallIntegerField(default=0, editable=False)
    # Raised when something new is on pages that is no fact: an analysis, the computer field, that
    # players have got pages.
    extras_version = models.PositiveIntegerField(default=0, editable=False)
    # Raised when something changes that the phones of all tables may show: seats, clock, names.
    hall_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
