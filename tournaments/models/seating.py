import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Deal
from tournaments.models.entries import Team
from tournaments.models.parts.event import CODE_ALPHABET
from tournaments.models.tournament import Tournament


def table_token() -> str:
    """Secret of a table's link, 128 bits."""
    return secrets.token_urlsafe(16)


CODE_LENGTH = 6


def table_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _letter in range(CODE_LENGTH))


class Table(models.Model):
    """A table; its link is the credential for entering results."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    token = models.CharField(max_length=32, unique=True, default=table_token, editable=False)
    code = models.CharField(
        max_length=CODE_LENGTH, default=table_code, editable=False, db_index=True
    )
    # Raised by each entry, ruling or call at this table, for its phones.
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_table_per_number")
        ]

    def __str__(self) -> str:
        return str(self.number)


class Board(models.Model):
    """A numbered board with its deal; in open play the game of a round, without a deal."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(_("number"))
    deal = models.OneToOneField(Deal, models.PROTECT, null=True, blank=True, related_name="board")
    # Closed by the director, even if results are missing.
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_board_per_number")
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def dealt(self) -> Deal:
        """The deal of a prepared board; invalid for open play."""
        if self.deal is None:
            raise ValueError(f"board {self.number} is a game of open play")
        return self.deal


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    # A round drawn later is a draft until published.
    is_published = models.BooleanField(default=True)
    # Draw input: system, facts version, cost, warnings.
    drawn = models.JSONField(default=dict, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")
        ]

    def __str__(self) -> str:
        return str(self.number)


class Sitting(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="sittings")
    table = models.ForeignKey(Table, models.CASCADE, related_name="sittings")
    board_set = models.PositiveSmallIntegerField(_("board set"), null=True, blank=True)
    # Match of the round: two tables of teams, or a bracket match.
    match = models.PositiveSmallIntegerField(_("match"), null=True, blank=True)
    reasons = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        ordering = ["round__number", "table__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="a_table_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}"


class Seat(models.Model):
    """An entrant's place in a round; without a sitting it sits out.

    ``half``: 2 for the second pair of a team of four, else 1. ``place``: compass point of a
    single player.
    """

    class Side(models.TextChoices):
        NS = "NS", _("North–South")
        EW = "EW", _("East–West")

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    sitting = models.ForeignKey(
        Sitting, models.CASCADE, null=True, blank=True, related_name="seats"
    )
    team = models.ForeignKey(Team, models.RESTRICT, related_name="seats")
    side = models.CharField(max_length=2, choices=Side.choices, blank=True)
    place = models.CharField(max_length=1, blank=True)
    half = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["round", "team", "half"], name="a_team_once_a_round"),
            models.UniqueConstraint(fields=["sitting", "side", "place"], name="one_team_per_side"),
            models.CheckConstraint(
                condition=Q(sitting__isnull=True, side="")
                | Q(sitting__isnull=False, side__in=["NS", "EW"]),
                name="a_side_at_a_table_only",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.side}"
