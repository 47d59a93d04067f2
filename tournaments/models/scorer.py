"""Entries of scorers from paper slips, and who is typing where."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.results import Play, Result
from tournaments.models.tournament import Tournament


class ScorerEntry(models.Model):
    """One step of a scorer at a play; append-only.

    The newest step not undone is the scorer's entry. Only ``stored`` ones created a result;
    doubtful or differing entries count nowhere.
    """

    class State(models.TextChoices):
        STORED = "stored", _("stored")
        SAME = "same", _("same as recorded")
        DOUBTFUL = "doubtful", _("doubtful")
        DIFFERS = "differs", _("differs from the recorded result")
        EMPTIED = "emptied", _("emptied")
        UNDONE = "undone", _("taken back")

    play = models.ForeignKey(Play, models.CASCADE, related_name="typed")
    number = models.PositiveIntegerField()
    # As typed: {"figures": {"NS": "1124", …}}, {"line": "14 H S 98"} or {"not_played": true}
    typed = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices)
    # Typed blind, for comparison with the stored result.
    is_second = models.BooleanField(default=False)
    result = models.ForeignKey(Result, models.SET_NULL, null=True, blank=True, related_name="+")
    # The previous result, restored by undo.
    before = models.ForeignKey(Result, models.SET_NULL, null=True, blank=True, related_name="+")
    before_state = models.CharField(max_length=10, choices=Play.State.choices)
    undoes = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="undone_by"
    )
    client_key = models.UUIDField(unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    hand = models.CharField(max_length=90, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step of a scorer")
        verbose_name_plural = _("steps of scorers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="one_step_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.play} {self.state}"


class ScorerPresence(models.Model):
    """The play at which a scorer is typing; stale rows are ignored."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    hand = models.CharField(max_length=90)
    play = models.OneToOneField(Play, models.CASCADE, related_name="desk_place")
    typed = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("place at the scorer’s desk")
        verbose_name_plural = _("places at the scorer’s desk")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "hand"], name="one_place_a_scorer")
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.play}"
