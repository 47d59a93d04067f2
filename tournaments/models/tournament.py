"""A tournament, put together from its parts, and what its standings have yet to count."""

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
    """One contest. It is one row, since it is read with every result: parts are abstract."""

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-start_time", "-pk"]
        constraints = [
            # Calendars, seasons, ratings and the API ask whether a tournament is listed.
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
