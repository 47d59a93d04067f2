"""Standings as they were shown: a row a version, added and never changed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class StandingsVersion(models.Model):
    """Standings that everybody could see, from ``made_at`` until the next version.

    Teams are told by their ids, never by names, so that a name can go and the figures stay.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="standings_versions", editable=False
    )
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    # How many facts it knows: the ``standings_version`` of then.
    facts = models.PositiveIntegerField()
    # What it was: after so many rounds, in this state, open to corrections until then.
    rounds = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=Tournament.State.choices)
    corrections_until = models.DateTimeField(null=True)
    official_at = models.DateTimeField(null=True)
    # What its totals count, by ``facts.scoring.figure_unit``.
    unit = models.CharField(max_length=20)
    # The values of ``facts.versions.FIELDS`` of each stored row, in the order of the lists; where a
    # team sat out it has no figure of the round.
    rows = models.JSONField()
    # The plays whose results were others in the version before, where that counted them.
    corrected = models.JSONField(default=list)

    class Meta:
        verbose_name = _("version of standings")
        verbose_name_plural = _("versions of standings")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_version_of_standings_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"
