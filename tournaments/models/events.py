"""A tournament and the log of what was done in it."""

import secrets
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.clubs import Club

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is misread on a poster


def public_code() -> str:
    """The short name of a tournament in its addresses."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(7))


class Tournament(models.Model):
    """One contest: its rules, its format, and how far it is."""

    class Unit(models.TextChoices):
        PAIR = "pair", _("pairs")
        TEAM = "team", _("teams of four")
        PLAYER = "player", _("single players")

    class Cards(models.TextChoices):
        BOARDS = "boards", _("the same boards at every table")
        OPEN = "open", _("shuffled at the table")

    class Scoring(models.TextChoices):
        MATCHPOINTS = "matchpoints", _("Matchpoints")
        ASCHERMAN = "ascherman", _("Ascherman")
        AVERAGE_DIFFERENCE = "average_difference", _("Average difference")
        TOTAL_POINTS = "total_points", _("Total points")
        BUTLER = "butler", _("Butler")
        CROSS_IMPS = "cross_imps", _("Cross-IMPs")
        IMPS = "imps", _("IMPs")
        SWING_POINTS = "swing_points", _("Points won")
        BOARD_A_MATCH = "board_a_match", _("Board-a-match")
        PATTON = "patton", _("Patton")
        GAME_POINTS = "game_points", _("Game points")
        WINS_THEN_POINTS = "wins_then_points", _("Wins, then points")
        POINTS_THEN_WINS = "points_then_wins", _("Points, then wins")

    class Carry(models.TextChoices):
        NONE = "none", _("nothing")
        SHARE = "share", _("a part")
        FULL = "full", _("everything")

    class State(models.TextChoices):
        ENTRY = "entry", _("open for entry")
        DRAWN = "drawn", _("drawn, not yet published")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    class FieldLevel(models.TextChoices):
        CLUB = "club", pgettext_lazy("bot", "a club’s mixed tempers")
        THUMB = "thumb", pgettext_lazy("bot", "by rules of thumb")
        EXPERT = "expert", pgettext_lazy("bot", "as an expert (slow)")

    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    code = models.CharField(max_length=12, unique=True, default=public_code, editable=False)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    start_time = models.TimeField(_("start"))
    place = models.CharField(_("place"), max_length=200, blank=True)
    variant = models.JSONField(_("rules"), default=dict)
    unit = models.CharField(_("who plays"), max_length=6, choices=Unit.choices, default=Unit.PAIR)
    cards = models.CharField(_("cards"), max_length=6, choices=Cards.choices, default=Cards.BOARDS)
    # Of open play: {"deals": 12}, {"to": 501, "best_of": 3}, each perhaps with "minutes".
    game = models.JSONField(default=dict, blank=True)
    scoring = models.CharField(
        _("scoring"), max_length=20, choices=Scoring.choices, default=Scoring.MATCHPOINTS
    )
    # {"vp": scale id} or {"tariff": {…}}: matches count, not boards (`standings.scales`).
    match_scale = models.JSONField(default=dict, blank=True)
    # Names of `standings.TieBreak` in order; empty: the usual chain of the scoring.
    tie_breaks = models.JSONField(default=list, blank=True)
    # Fields of `standings.Options` that differ from the defaults.
    scoring_options = models.JSONField(default=dict, blank=True)
    boards_per_round = models.PositiveSmallIntegerField(
        _("boards a round"), default=3, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    minutes_per_board = models.PositiveSmallIntegerField(
        _("minutes a board"), default=5, validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    change_minutes = models.PositiveSmallIntegerField(
        _("minutes to change tables"), default=2, validators=[MaxValueValidator(30)]
    )
    is_public = models.BooleanField(_("listed publicly"), default=True)
    field_tables = models.PositiveSmallIntegerField(
        _("tables of the computer field"), default=0, validators=[MaxValueValidator(64)]
    )
    field_level = models.CharField(
        _("players of the computer field"),
        max_length=10,
        choices=FieldLevel.choices,
        default=FieldLevel.CLUB,
    )
    field_counts = models.BooleanField(_("compare with the computer field"), default=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTRY)

    movement_kind = models.CharField(max_length=40, blank=True, editable=False)
    movement_params = models.JSONField(default=dict, blank=True, editable=False)
    # How many rounds, where they are drawn one after another.
    planned_rounds = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    winners = models.PositiveSmallIntegerField(default=1, editable=False)
    seed = models.CharField(max_length=64, blank=True, editable=False)
    seed_hash = models.CharField(max_length=64, blank=True, editable=False)

    # A stage of a contest is a tournament that follows another and takes entrants over.
    follows = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="stages", editable=False
    )
    stage_name = models.CharField(_("stage"), max_length=80, blank=True)
    carry = models.CharField(
        _("taken along"), max_length=5, choices=Carry.choices, default=Carry.NONE
    )
    carry_share = models.CharField(max_length=20, blank=True)  # a fraction; empty: the usual one

    # A finished tournament is open to corrections until then, or until it is made official.
    corrections_until = models.DateTimeField(null=True, blank=True)
    official_at = models.DateTimeField(null=True, blank=True, editable=False)

    # How many facts the standings were made from; what they have yet to count is ``News``.
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    # The ``standings_version`` that was the last to count a result or to move a row.
    moved_version = models.PositiveIntegerField(default=0, editable=False)
    standings_at = models.DateTimeField(null=True, blank=True, editable=False)
    rounds_counted = models.PositiveSmallIntegerField(default=0, editable=False)
    # Raised when something new is on board pages that is no fact: an analysis, the computer field.
    extras_version = models.PositiveIntegerField(default=0, editable=False)
    # Raised when something changes that the phones of all tables may show: seats, clock, names.
    hall_version = models.PositiveIntegerField(default=0, editable=False)

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-start_time", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.code])

    @property
    def facts_version(self) -> int:
        """How many facts there are, those included that no standings count yet; one query.

        It names what can be read now: whoever reads the same number has seen the same facts.
        """
        rows = Tournament.objects.filter(pk=self.pk).annotate(new=new_facts())
        counted, new = rows.values_list("standings_version", "new").get()
        return int(counted + new)

    @property
    def is_fresh(self) -> bool:
        """Whether the stored standings were made from every fact there is; one query a stage.

        What a stage takes over is as fresh as the standings of the one before.
        """
        known: int | None = vars(self).get("new_facts")  # read with the row by ``new_facts()``
        if self.news.filter(counted_in=None).exists() if known is None else known:
            return False
        before = None if self.carry == self.Carry.NONE else self.follows
        return before is None or before.is_fresh

    @property
    def official_since(self) -> datetime | None:
        """When the final standings became official: released, or the time for corrections over."""
        if self.state != self.State.FINISHED:
            return None
        if self.official_at is not None:
            return self.official_at
        until = self.corrections_until
        return until if until is not None and until <= timezone.now() else None

    @property
    def is_official(self) -> bool:
        """Whether the standings are final and a correction is an exception."""
        return self.official_since is not None

    @property
    def seed_is_public(self) -> bool:
        """The seed is shown once no board is left that somebody has yet to play."""
        return self.state == self.State.FINISHED and bool(self.seed)


class News(models.Model):
    """A fact was added that standings are made from; the ranking job says when it has counted it.

    Whoever enters a result only adds a row, and holds nothing by it: no constraint either, which
    would lock the tournament. So no table ever waits for another, or for the standings.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="news", db_constraint=False
    )
    # The play whose result changed, if it is still there; without one, anything may have changed.
    play_id = models.BigIntegerField(null=True, blank=True)
    # The ``standings_version`` that was the first to count it.
    counted_in = models.PositiveIntegerField(null=True, blank=True)
    # A director changed a result of a board that may be over: what is settled is not as it was.
    revises = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        indexes = [
            models.Index(fields=["tournament", "counted_in"], name="news_to_count"),
            models.Index(
                fields=["tournament", "id"],
                condition=Q(revises=True),
                name="news_that_revise",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.play_id or '…'}"


def new_facts(tournament: str = "pk") -> Coalesce:
    """How many facts of a tournament its standings have yet to count, to annotate with.

    ``tournament`` is the column of the annotated row that names it.
    """
    waiting = News.objects.filter(tournament=OuterRef(tournament), counted_in=None).order_by()
    counted = waiting.values("tournament").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)


class LogEntry(models.Model):
    """One line of the log; ``action`` and ``details`` are put into words when they are shown."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = models.CharField(max_length=120, blank=True)
    action = models.CharField(max_length=40)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.who} {self.action}"
