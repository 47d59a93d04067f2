"""Archives stored automatically before irreversible actions, and uploaded ones."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Club
from tournaments.models.tournament import Tournament


class StoredArchive(models.Model):
    """A tournament just before ``happened``, as an archive file; it outlives the tournament.

    Uploaded files are stored here during preview; ``findings`` lists inconsistencies.
    """

    class Happened(models.TextChoices):
        IMPORT = "import", _("before results came from a file")
        REDRAW = "redraw", _("before a new draw")
        DELETION = "deletion", _("before it was deleted")
        PUT_BACK = "put_back", _("before an archive took its place")
        MIGRATION = "migration", _("before an update of this site")
        BROUGHT = "brought", _("imported from a file")

    club = models.ForeignKey(Club, models.CASCADE, related_name="kept_archives")
    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="kept_archives"
    )
    code = models.CharField(max_length=12)
    name = LineField(max_length=120)
    date = models.DateField()
    happened = models.CharField(max_length=12, choices=Happened.choices)
    made_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = LineField(max_length=120, blank=True)
    entrants = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    results = models.PositiveIntegerField()
    findings = models.JSONField(default=list)
    content = models.BinaryField()

    class Meta:
        verbose_name = _("kept archive")
        verbose_name_plural = _("kept archives")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.get_happened_display()})"
