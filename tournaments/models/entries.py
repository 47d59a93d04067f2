from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Player
from tournaments.models.tournament import Tournament


class Team(models.Model):
    """An entrant: pair, team of four or single player; numbered by the draw."""

    class Absence(models.TextChoices):
        LATE = "late", _("late")
        LEFT = "left", _("does not play")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = LineField(_("name"), max_length=200)
    named_after_players = models.BooleanField(default=True, editable=False)
    # Public name; empty if equal to the name.
    public_name = LineField(max_length=200, blank=True, editable=False)
    entry_order = models.PositiveIntegerField(editable=False)
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    is_present = models.BooleanField(_("present"), default=True)
    # When attendance was recorded; for the absent, the reason.
    here_since = models.DateTimeField(null=True, blank=True, editable=False)
    absence = models.CharField(max_length=10, choices=Absence.choices, blank=True, editable=False)
    expected_at = models.TimeField(null=True, blank=True, editable=False)
    # Entrants of one group (family, club) are not drawn against each other if avoidable.
    group = LineField(_("group"), max_length=60, blank=True)
    category = LineField(_("category"), max_length=60, blank=True)
    handicap = models.CharField(_("handicap"), max_length=20, blank=True)  # an exact fraction
    seeding = models.PositiveSmallIntegerField(_("seeding"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    # Organiser's note; never shown to others.
    remark = LineField(_("remark"), max_length=120, blank=True)
    # First round in which the team no longer plays.
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    # The same entrant in the previous stage.
    origin = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    players = models.ManyToManyField(Player, through="TeamPlayer", related_name="teams")

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["number", "entry_order"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_team_per_number"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_team_per_name"),
            models.UniqueConstraint(fields=["tournament", "entry_order"], name="entry_order_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown(self) -> str:
        return self.public_name or self.name


class TeamPlayer(models.Model):
    """A player of a team; in a pair, ``position`` 1 sits North or East, 2 South or West."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="team_players")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="team_players")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["team", "position"], name="one_player_per_position"),
            models.UniqueConstraint(fields=["tournament", "player"], name="a_player_in_one_team"),
        ]

    def __str__(self) -> str:
        return str(self.player)
