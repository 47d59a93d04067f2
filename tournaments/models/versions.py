from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class StandingsVersion(models.Model):
    """Public standings from ``made_at`` until the next version.

    Teams are stored by id, without names, so that erasure leaves the figures.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="standings_versions", editable=False
    )
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    # The ``standings_version`` at that time.
    facts = models.PositiveIntegerField()
    rounds = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=Tournament.State.choices)
    corrections_until = models.DateTimeField(null=True)
    official_at = models.DateTimeField(null=True)
    unit = models.CharField(max_length=20)
    # Values of ``facts.versions.FIELDS`` for each row, in list order; no figure for a round in
    # which a team sat out.
    rows = models.JSONField()
    # Plays whose results differ from the previous version that counted them.
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
