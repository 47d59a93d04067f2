"""How far bots are with the evening that they play on a copy."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Team
from tournaments.models.results import DirectorCall, Play
from tournaments.models.tournament import Tournament


class Rehearsal(models.Model):
    """The evening of a copy (``Tournament.rehearses``): ``played`` are its seconds, of 120.

    Bots wait while the organiser ``waits_for`` something: a call, a dispute, or
    who comes late.
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
    # On to the next event: what waits is settled by the bots, and nobody looks at the clock.
    is_hurried = models.BooleanField(default=False)
    # Each event waits for the organiser to go on: for whoever wants nothing to move by itself.
    in_steps = models.BooleanField(default=False)
    waits_for = models.CharField(max_length=8, choices=Waiting.choices, blank=True)
    waited = models.PositiveIntegerField(default=0)
    call = models.ForeignKey(DirectorCall, models.SET_NULL, null=True, blank=True, related_name="+")
    dispute = models.ForeignKey(Play, models.SET_NULL, null=True, blank=True, related_name="+")
    # Somebody comes before round 2, where the format has a place for them.
    has_late = models.BooleanField(default=False)
    late = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="+")
    # In which the organiser reads: names that bots make up are told in it.
    language = models.CharField(max_length=10, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.played:.0f} s"
