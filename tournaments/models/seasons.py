"""Seasons and player ratings over many tournaments; their places are derived rows."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Club, Player
from tournaments.models.parts.event import public_code
from tournaments.models.tournament import Tournament


class Season(models.Model):
    """Tournaments of a club counted together, and how (``scoring.season``)."""

    class Measure(models.TextChoices):
        TOTAL = "total", _("the figure of each tournament")
        BEHIND = "behind", _("points for everyone ranked lower")
        PLACES = "places", _("points for the place")

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    code = models.CharField(max_length=12, unique=True, default=public_code, editable=False)
    name = LineField(_("name"), max_length=120)
    measure = models.CharField(max_length=6, choices=Measure.choices, default=Measure.BEHIND)
    best = models.PositiveSmallIntegerField(_("best results that count"), null=True, blank=True)
    least = models.PositiveSmallIntegerField(_("least number of results"), default=1)
    is_mean = models.BooleanField(_("mean instead of sum"), default=False)
    # Points for first, second, … place, as exact fractions in text.
    place_points = models.JSONField(default=list, blank=True)
    is_public = models.BooleanField(_("listed publicly"), default=True)
    tournaments = models.ManyToManyField(Tournament, related_name="seasons", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True, blank=True, editable=False)
    # [tournament, standings version] of all counted tournaments.
    made_from = models.JSONField(default=list, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class SeasonPlace(models.Model):
    """A player's place in a season.

    Credits: [tournament, points, whether counted, share of its rounds played].
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, models.CASCADE, related_name="season_places")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    is_tied = models.BooleanField(default=False)
    total = models.CharField(max_length=60)
    credits = models.JSONField(default=list)

    class Meta:
        verbose_name = _("place in a season")
        verbose_name_plural = _("places in seasons")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="a_player_once_a_season")
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player}"


class Rating(models.Model):
    """A player's rating after a tournament (``scoring.rating``)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    evenings = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    field = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["player", "evenings"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "tournament"], name="one_rating_a_tournament"
            ),
            models.UniqueConstraint(fields=["player", "evenings"], name="evenings_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.1f} ± {self.sigma:.1f}"
