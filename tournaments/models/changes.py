from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.fields import DetailsField, LineField
from tournaments.models.clubs import Player
from tournaments.models.entries import Team
from tournaments.models.tournament import Tournament


class Substitution(models.Model):
    """A player replacing a team's player, for some rounds or from one on.

    The substitute gets the credit. Never deleted; undoing clears ``is_active``.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="substitutions")
    team = models.ForeignKey(Team, models.CASCADE, related_name="substitutions")
    leaves = models.ForeignKey(Player, models.RESTRICT, related_name="+")
    comes = models.ForeignKey(Player, models.RESTRICT, related_name="+")
    from_round = models.PositiveSmallIntegerField(_("from round"))
    to_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    reason = LineField(_("reason"), max_length=300, blank=True)
    is_active = models.BooleanField(default=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["from_round", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(to_round__isnull=True) | Q(to_round__gte=models.F("from_round")),
                name="a_substitute_from_to",
            )
        ]

    def __str__(self) -> str:
        return f"{self.comes} / {self.leaves}"

    def covers(self, number: int) -> bool:
        return self.from_round <= number and (self.to_round is None or number <= self.to_round)


class Change(models.Model):
    """One change of seating or of the assignment of results; immutable.

    ``before`` and ``after``: differing rows of the layout (see ``tournaments.changes.layout``).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="changes")
    action = models.CharField(max_length=40)
    details = DetailsField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="undone_by"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.action}"
