from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.parts.computer import ComputerField
from tournaments.models.parts.counted import Counted
from tournaments.models.parts.draw import Draw
from tournaments.models.parts.evening import Evening
from tournaments.models.parts.event import Event
from tournaments.models.parts.playing import Playing
from tournaments.models.parts.scoring import Scoring


class Tournament(Event, Playing, Evening, Scoring, ComputerField, Draw, Counted):
    """A contest; one row, since it is read with every result."""

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-start_time", "-pk"]
        constraints = [
            # Calendars, seasons, ratings and the API filter by listed tournaments.
            models.CheckConstraint(
                condition=Q(rehearses__isnull=True) | Q(is_public=False),
                name="a_copy_is_never_listed",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.code])

    @property
    def facts_version(self) -> int:
        """Number of facts, including those not yet in the standings; one query.

        Equal numbers mean equal facts.
        """
        rows = Tournament.objects.filter(pk=self.pk).annotate(new=pending_fact_count())
        counted, new = rows.values_list("standings_version", "new").get()
        return int(counted + new)

    @property
    def is_fresh(self) -> bool:
        """Whether the stored standings include every fact; one query a stage.

        Carry-over is as fresh as the previous stage's standings.
        """
        known: int | None = vars(self).get("new_facts")  # annotated by ``new_facts()``
        if self.news.filter(counted_in=None).exists() if known is None else known:
            return False
        before = None if self.carry == self.Carry.NONE else self.follows
        return before is None or before.is_fresh

    @property
    def seed_is_public(self) -> bool:
        """Whether the seed is public: no board remains to be played."""
        return self.state == self.State.FINISHED and bool(self.seed)


class StandingsChange(models.Model):
    """A fact not yet counted in the standings, marked later by the ranking job.

    Entering a result only inserts a row, without foreign-key constraint (which would lock the
    tournament), so tables never wait for each other or for the ranking.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="news", db_constraint=False
    )
    # Play with a changed result; empty: anything can have changed.
    play_id = models.BigIntegerField(null=True, blank=True)
    # The first ``standings_version`` that counts it.
    counted_in = models.PositiveIntegerField(null=True, blank=True)
    # A director changed a result of a board that can be over: settled pages change.
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


def pending_fact_count(tournament: str = "pk") -> Coalesce:
    """Annotation: number of facts not yet counted.

    ``tournament``: column of the annotated row with the tournament's key.
    """
    waiting = StandingsChange.objects.filter(
        tournament=OuterRef(tournament), counted_in=None
    ).order_by()
    counted = waiting.values("tournament").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)
