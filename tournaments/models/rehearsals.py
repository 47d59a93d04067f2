from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Team
from tournaments.models.results import DirectorCall, Play
from tournaments.models.tournament import Tournament


class Rehearsal(models.Model):
    """Progress of bots on a copy (``Tournament.rehearses``); ``played``: seconds, of 120.

    Bots pause while the organiser ``waits_for`` a call, a dispute or a latecomer.
    """

    class Waiting(models.TextChoices):
        CALL = "call", _("a table calls")
        DISPUTE = "dispute", _("a table disagrees")
        LATE = "late", _("somebody comes late")

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="rehearsal"
    )
    played = models.FloatField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    is_paused = models.BooleanField(default=False)
    is_fast = models.BooleanField(default=True)
    # Fast-forward to the next event; bots settle pending ones.
    is_hurried = models.BooleanField(default=False)
    # Pause after each event until the organiser continues.
    in_steps = models.BooleanField(default=False)
    waits_for = models.CharField(max_length=8, choices=Waiting.choices, blank=True)
    waited = models.PositiveIntegerField(default=0)
    call = models.ForeignKey(DirectorCall, models.SET_NULL, null=True, blank=True, related_name="+")
    dispute = models.ForeignKey(Play, models.SET_NULL, null=True, blank=True, related_name="+")
    has_late = models.BooleanField(default=False)
    late = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="+")
    language = models.CharField(max_length=10, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.played:.0f} s"
