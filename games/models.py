"""Deals and their records; cards, calls and plays never change."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import VariantField


def share_code() -> str:
    """Unguessable short name for a public link, 64 bits."""
    return secrets.token_urlsafe(8)


class Shared(models.Model):
    """Model reached by an unguessable link."""

    share = models.CharField(max_length=16, unique=True, default=share_code, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class OwnedRow(Shared):
    """Created by an account, or by a visitor identified only by the session."""

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    visitor = models.CharField(max_length=40, blank=True, editable=False)

    class Meta:
        abstract = True


class Deal(models.Model):
    """An ordered pack and a dealer: one board, to be dealt at any table.

    ``variant`` can be replaced by rules that deal in the same way.
    """

    variant = VariantField(_("rules"))
    pack = models.CharField(_("pack"), max_length=100)
    dealer = models.CharField(_("dealer"), max_length=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")

    def __str__(self) -> str:
        """Only the number: some players have yet to play the deal."""
        return f"#{self.pk}"


class Record(Shared):
    """A deal as played, call by call and card by card (``docs/deal-record.md``)."""

    class Source(models.TextChoices):
        TABLE = "table", _("a table")
        BOTS = "bots", _("the computer")
        IMPORT = "import", _("a file")
        PRACTICE = "practice", _("practice against the computer")

    deal = models.ForeignKey(Deal, models.PROTECT, null=True, blank=True, related_name="records")
    record = models.JSONField(_("record"))
    source = models.CharField(max_length=10, choices=Source.choices)

    class Meta:
        verbose_name = _("deal record")
        verbose_name_plural = _("deal records")

    def __str__(self) -> str:
        return f"{self.get_source_display()} {self.share}"


class Simulation(OwnedRow):
    """A question put to many deals; its progress follows from batches and jobs."""

    question = models.JSONField(_("question"))
    seed = models.BigIntegerField(_("seed"))
    count = models.PositiveIntegerField(_("deals"))
    is_stopped = models.BooleanField(_("stopped"), default=False)

    class Meta:
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")

    def __str__(self) -> str:
        return f"{self.share}: {self.count}"


class SimulationBatch(models.Model):
    """A range of a simulation's deals, claimed by one job attempt, counted exactly once.

    Deals ``first`` … ``first + count - 1``; ``owner`` is the attempt, ``tally`` the result. A
    batch without a tally whose owner is dead can be claimed.
    """

    simulation = models.ForeignKey(Simulation, models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    owner = models.UUIDField()
    tally = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("batch of a simulation")
        verbose_name_plural = _("batches of simulations")
        constraints = [
            models.UniqueConstraint(fields=["simulation", "number"], name="batch_number_once"),
            models.UniqueConstraint(fields=["simulation", "first"], name="batch_deals_once"),
        ]

    def __str__(self) -> str:
        return f"{self.simulation_id} #{self.number}: {self.first} + {self.count}"


class Practice(OwnedRow):
    """A deal that a person plays from one seat against three bots.

    ``record`` is the deal so far with all cards: it grows by whole moves and never shrinks, and
    only what ``seat`` can know leaves the server. ``kept`` is the record of the finished deal.
    """

    rung = models.CharField(_("computer players"), max_length=10)
    seat = models.CharField(_("seat"), max_length=1)
    record = models.JSONField(_("record"))
    moves = models.PositiveSmallIntegerField(default=0)
    kept = models.OneToOneField(Record, models.SET_NULL, null=True, blank=True, related_name="+")
    # A half-played deal is useless to others: delete it with the account.
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("deal played in practice")
        verbose_name_plural = _("deals played in practice")

    def __str__(self) -> str:
        """Only the link: the deal can still be in play."""
        return f"{self.share}: {self.moves}"


class Study(Shared):
    """Boards of a seed, solved and summed; one study per rules and seed.

    Rules and seed determine the deals, so boards can be added at any time. ``sums`` is derived
    from all complete batches.
    """

    variant = VariantField(_("rules"))
    version = models.CharField(max_length=40, editable=False)
    seed = models.BigIntegerField(_("seed"))
    boards = models.PositiveIntegerField(_("boards"))
    is_stopped = models.BooleanField(_("stopped"), default=False)
    sums = models.JSONField(default=dict, editable=False)

    class Meta:
        verbose_name = _("study of boards")
        verbose_name_plural = _("studies of boards")
        constraints = [
            models.UniqueConstraint(fields=["version", "seed"], name="a_study_once"),
        ]

    def __str__(self) -> str:
        return f"{self.share}: {self.boards}"


class StudyBatch(models.Model):
    """Boards ``first`` … ``first + count - 1`` of a study; counted exactly once.

    ``owner`` is the job attempt. ``sums`` and ``milliseconds`` (CPU time) are of the first
    ``done`` boards; an incomplete batch whose owner is dead can be claimed. ``is_counted``:
    included in the study's sums.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    owner = models.UUIDField()
    sums = models.JSONField(default=dict)
    milliseconds = models.PositiveBigIntegerField(default=0)
    is_counted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("batch of a study")
        verbose_name_plural = _("batches of studies")
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="study_batch_once"),
            models.UniqueConstraint(fields=["study", "first"], name="study_boards_once"),
            models.CheckConstraint(
                condition=models.Q(done__lte=models.F("count")), name="no_more_than_the_batch"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id} #{self.number}: {self.first} + {self.count}"


class DealSet(OwnedRow):
    variant = VariantField(_("rules"))
    wishes = models.JSONField(_("conditions"), default=list, blank=True)
    seed = models.BigIntegerField(_("seed"), null=True, blank=True)
    wanted = models.PositiveIntegerField(_("boards"))
    looked_at = models.BigIntegerField(_("deals searched"), default=0)
    # To be played in a tournament: hidden from all users, the creator included.
    is_sealed = models.BooleanField(default=False, editable=False)
    # First view by a user other than the creator.
    seen_by_others_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("set of deals")
        verbose_name_plural = _("sets of deals")

    def __str__(self) -> str:
        return f"{self.share}: {self.wanted}"


class SetBoard(models.Model):
    deal_set = models.ForeignKey(DealSet, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    deal = models.OneToOneField(Deal, models.PROTECT, related_name="set_board")

    class Meta:
        verbose_name = _("board of a set")
        verbose_name_plural = _("boards of sets")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal_set", "number"], name="set_board_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_set_id} #{self.number}"


class Analysis(models.Model):
    """Solver results of a deal, all cards seen; derived, can be deleted at any time.

    ``version`` covers solver and rules (see ``games.analysis.versions``). Nothing is shown
    while ``table`` lacks contracts (``is_whole`` is false).
    """

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="analyses")
    version = models.CharField(max_length=40)
    table = models.JSONField(default=dict)
    makes = models.JSONField(default=list)
    par = models.JSONField(default=dict)
    is_whole = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("analysis of a deal")
        verbose_name_plural = _("analyses of deals")
        constraints = [
            models.UniqueConstraint(fields=["deal", "version"], name="a_deal_analysed_once")
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.version}"


class CardCosts(models.Model):
    """Cost of each card of a record against the best one; derived, can be deleted.

    The first ``place`` cards are done; results are shown once ``is_whole``.
    """

    record = models.ForeignKey(Record, models.CASCADE, related_name="card_costs")
    version = models.CharField(max_length=40)
    costs = models.JSONField(default=list)
    place = models.PositiveSmallIntegerField(default=0)
    is_whole = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("costs of cards")
        verbose_name_plural = _("costs of cards")
        constraints = [
            models.UniqueConstraint(fields=["record", "version"], name="a_record_searched_once")
        ]

    def __str__(self) -> str:
        return f"{self.record_id}: {self.version}"
