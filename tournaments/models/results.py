"""Results and confirmations; append-only."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from games.models import Record
from games.slips.bids import bid_text
from tournaments.models.entries import Team
from tournaments.models.seating import Board, Round, Seat, Sitting, Table
from tournaments.models.tournament import Tournament

OTHER_SIDE: Final[Mapping[str, str]] = {"NS": "EW", "EW": "NS"}


class Play(models.Model):
    """One board at one table.

    ``current`` and ``state`` are derived from results and confirmations, under the row's lock.
    """

    class State(models.TextChoices):
        EMPTY = "empty", _("not entered")
        ENTERED = "entered", _("to be confirmed")
        DISPUTED = "disputed", _("disagreement")
        CONFIRMED = "confirmed", _("confirmed")

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, models.CASCADE, related_name="plays")
    order = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.EMPTY)
    # The table sat the other way round: each compass side was the other side of the sitting.
    # Results are stored by compass side.
    is_turned = models.BooleanField(default=False)
    # Not unique: PostgreSQL would lock the row against other tables' foreign keys as well, and
    # standings would wait for entries.
    current = models.ForeignKey("Result", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("board at a table")
        verbose_name_plural = _("boards at tables")
        ordering = ["sitting__round__number", "sitting__table__number", "order"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "board"], name="a_board_once_a_sitting")
        ]
        indexes = [
            # For frequent "is the round complete" queries; few plays are empty.
            models.Index(fields=["sitting"], condition=Q(state="empty"), name="plays_that_wait")
        ]

    def __str__(self) -> str:
        return f"{self.sitting}:{self.board}"

    def side_of(self, seat: Seat) -> str:
        """Compass side that an entrant at the table played on this board."""
        return OTHER_SIDE[seat.side] if self.is_turned else seat.side


class Result(models.Model):
    """One version of a result, with its score at that time."""

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        PASSED_OUT = "passed_out", _("passed out")
        NOT_PLAYED = "not_played", _("not played")
        ADJUSTED = "adjusted", _("adjusted")
        LATE = "late", _("to be played later")
        NOT_COUNTED = "not_counted", _("not counted")
        GAME = "game", _("game")

    class Source(models.TextChoices):
        TABLE = "table", _("table")
        DIRECTOR = "director", _("director")
        BOTS = "bots", _("computer")

    BY_RULING: Final = (Kind.ADJUSTED, Kind.NOT_PLAYED, Kind.NOT_COUNTED, Kind.LATE)

    play = models.ForeignKey(Play, models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    slip = models.JSONField()
    outcome = models.JSONField(default=dict)
    # Adjusted scores only: {"NS": {"average": …} or {"nets": […]}, "EW": …}.
    awards = models.JSONField(default=dict, blank=True)
    record = models.ForeignKey(
        Record, models.PROTECT, null=True, blank=True, related_name="results"
    )
    contract = models.CharField(max_length=2, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    contra = models.PositiveSmallIntegerField(default=0)
    ns_score = models.IntegerField(default=0)
    ew_score = models.IntegerField(default=0)
    net = models.IntegerField(null=True)

    source = models.CharField(max_length=10, choices=Source.choices)
    side = models.CharField(max_length=2, choices=Seat.Side.choices, blank=True)
    who = LineField(max_length=120, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = LineField(max_length=300, blank=True)
    client_key = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["play", "version"]
        constraints = [
            models.UniqueConstraint(fields=["play", "version"], name="one_result_per_version"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["not_played", "adjusted", "late", "not_counted"], net__isnull=True
                )
                | Q(kind__in=["played", "passed_out", "game"], net__isnull=False),
                name="a_net_when_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play} v{self.version}: {self.ns_score}–{self.ew_score}"

    @property
    def is_ruling(self) -> bool:
        """Whether the director ruled; a table's "not played" has no public reason."""
        return self.kind in self.BY_RULING and (
            self.kind != self.Kind.NOT_PLAYED or "public" in self.slip
        )

    @property
    def bid(self) -> str:
        return bid_text(self.outcome)


class Confirmation(models.Model):
    """A side's agreement or disagreement with one version."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="confirmations")
    side = models.CharField(max_length=2, choices=Seat.Side.choices)
    agrees = models.BooleanField()
    who = LineField(max_length=120, blank=True)
    client_key = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.result}: {self.side} {'✓' if self.agrees else '✗'}"


class DirectorCall(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    round = models.ForeignKey(Round, models.CASCADE, related_name="calls")
    board = models.ForeignKey(Board, models.SET_NULL, null=True, blank=True, related_name="+")
    message = LineField(max_length=200, blank=True)
    client_key = models.UUIDField(null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("director call")
        verbose_name_plural = _("director calls")
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.table}: {self.message}"


class Adjustment(models.Model):
    """Points given or taken by the director (0: a warning), in units of the event.

    Immutable; another row ``cancels`` it.
    """

    class Per(models.TextChoices):
        TOTAL = "total", _("the total")
        BOARD = "board", _("a board")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    team = models.ForeignKey(Team, models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(
        Round, models.SET_NULL, null=True, blank=True, related_name="adjustments"
    )
    amount = models.CharField(_("amount"), max_length=40)  # an exact fraction
    per = models.CharField(max_length=5, choices=Per.choices, default=Per.TOTAL)
    reason = LineField(_("reason"), max_length=300)
    is_public = models.BooleanField(_("shown to everybody"), default=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = LineField(max_length=120, blank=True)
    cancels = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="cancelled_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.amount}"
