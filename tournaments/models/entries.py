"""Who takes part: a team and its players."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Player
from tournaments.models.events import Tournament


class Team(models.Model):
    """An entry of a tournament: a pair, known by its name and, once drawn, by its number."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=200)
    entry_order = models.PositiveIntegerField(editable=False)
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    is_present = models.BooleanField(_("present"), default=True)
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


class TeamPlayer(models.Model):
    """A player of a team; ``position`` 1 sits North or East, 2 South or West."""

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
