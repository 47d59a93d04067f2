"""Derived rows; rebuilt from the facts and safe to delete."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Team
from tournaments.models.results import Play
from tournaments.models.tournament import Tournament


class StandingRow(models.Model):
    """A team's row in one ranking list; figures are exact: ``numerator/denominator``."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standing_rows")
    section = models.CharField(max_length=4)
    team = models.ForeignKey(Team, models.CASCADE, related_name="standing_rows")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    is_tied = models.BooleanField(default=False)
    figure = models.CharField(max_length=60)
    boards = models.PositiveSmallIntegerField()
    # Components of the figure: score, carry-over, adjustments, handicap (exact).
    score = models.CharField(max_length=60, default="0")
    carry = models.CharField(max_length=60, default="0")
    adjusted = models.CharField(max_length=60, default="0")
    handicap = models.CharField(max_length=60, default="0")
    # How ties with neighbouring rows were broken: [tie-break, value, team ids].
    ties = models.JSONField(default=list)
    # Per counted round: the figure, and the rank after it.
    round_figures = models.JSONField(default=list)
    round_ranks = models.JSONField(default=list)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["section", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "section", "team"], name="a_team_once_a_list"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.team}"


class PlayScore(models.Model):
    play = models.OneToOneField(Play, models.CASCADE, primary_key=True, related_name="score")
    ns_figure = models.CharField(max_length=60)
    ew_figure = models.CharField(max_length=60)
    compared = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("compared score")
        verbose_name_plural = _("compared scores")

    def __str__(self) -> str:
        return f"{self.play}: {self.ns_figure}"


class MatchRow(models.Model):
    """A match of a counted round, or one open-play game; a bye has one side.

    ``sides``: team ids, score, its worth, 1, 1/2 or 0 for winning, games won; exact figures.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="match_rows")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    boards = models.PositiveSmallIntegerField()
    sides = models.JSONField(default=list)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "position"], name="one_match_per_position"
            )
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}"
