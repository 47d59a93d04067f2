"""Entry fees, till ledger and prizes; amounts in the smallest currency unit."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.fields import LineField
from tournaments.models.entries import Team
from tournaments.models.tournament import Tournament


class FeePlan(models.Model):
    """A tournament's currency; writers of the ledger lock this row.

    ``currency`` (ISO 4217) is copied from the club and does not follow later changes.
    """

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="fees"
    )
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    # Fee for re-entry after elimination; empty: the entry fee again.
    buy_back = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("fees")
        verbose_name_plural = _("fees")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.currency}"


class FeeKind(models.Model):
    """Fee per person; ``code`` is a standard kind, empty for a named one."""

    class Code(models.TextChoices):
        MEMBER = "member", pgettext_lazy("fee", "member")
        GUEST = "guest", pgettext_lazy("fee", "guest")
        JUNIOR = "junior", pgettext_lazy("fee", "junior")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="fee_kinds")
    code = models.CharField(max_length=10, choices=Code.choices, blank=True)
    name = LineField(_("name"), max_length=40, blank=True)
    amount = models.PositiveBigIntegerField(_("fee"), default=0)
    position = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("kind of fee")
        verbose_name_plural = _("kinds of fees")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="one_fee_per_position"),
            models.UniqueConstraint(
                fields=["tournament", "code"], condition=~Q(code=""), name="a_usual_fee_once"
            ),
            models.CheckConstraint(condition=~Q(code="", name=""), name="a_fee_has_a_word"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.get_code_display())


class PersonFee(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="person_fees")
    position = models.PositiveSmallIntegerField()
    kind = models.ForeignKey(FeeKind, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("fee of a person")
        verbose_name_plural = _("fees of people")
        ordering = ["team", "position"]
        constraints = [
            models.UniqueConstraint(fields=["team", "position"], name="one_fee_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.position}: {self.kind}"


class LedgerLine(models.Model):
    """Line of a till's ledger; append-only (enforced by the database).

    ``amount`` goes into the till (negative: out of it), ``owed`` is added to the team's debt
    besides its fee. A cancelling line is the opposite of the cancelled one.
    """

    class Kind(models.TextChoices):
        PAID = "paid", _("paid")
        REFUND = "refund", _("refund")
        BUY_BACK = "buy_back", _("buy-back")
        WAIVED = "waived", _("fee waived")
        PRIZE = "prize", _("prize")
        OTHER = "other", _("other")
        CANCELLED = "cancelled", _("cancelled")
        CLOSED = "closed", _("till closed")
        OPENED = "opened", _("till opened again")

    class Method(models.TextChoices):
        CASH = "cash", pgettext_lazy("paid", "in cash")
        CARD = "card", pgettext_lazy("paid", "by card")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="ledger")
    number = models.PositiveIntegerField()
    # A team that has paid is deleted only with its tournament.
    team = models.ForeignKey(Team, models.RESTRICT, null=True, blank=True, related_name="ledger")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    method = models.CharField(max_length=4, choices=Method.choices, default=Method.CASH)
    amount = models.BigIntegerField(default=0)
    owed = models.BigIntegerField(default=0)
    cancels = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="cancelled_by"
    )
    # For a closing: expected cash and counted cash.
    expected = models.BigIntegerField(null=True, blank=True)
    counted = models.BigIntegerField(null=True, blank=True)
    note = LineField(max_length=200, blank=True)
    who = LineField(max_length=120, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    client_key = models.UUIDField(null=True, blank=True, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("line of the ledger")
        verbose_name_plural = _("ledger")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_line_per_number"),
            models.CheckConstraint(
                condition=Q(kind="paid", amount__gt=0, owed=0)
                | Q(kind="refund", amount__lt=0, owed__lte=0, owed__gte=F("amount"))
                | Q(kind="buy_back", amount__gte=0, owed__gt=0)
                | Q(kind="waived", amount=0, owed__lt=0)
                | Q(kind="prize", amount__lt=0, owed=0)
                | Q(kind__in=["other", "cancelled"])
                | Q(kind__in=["closed", "opened"], amount=0, owed=0),
                name="a_line_moves_as_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="cancelled", cancels__isnull=False)
                | (~Q(kind="cancelled") & Q(cancels__isnull=True)),
                name="only_a_cancelling_cancels",
            ),
            models.CheckConstraint(
                condition=Q(kind="closed", counted__isnull=False, expected__isnull=False)
                | (~Q(kind="closed") & Q(counted__isnull=True, expected__isnull=True)),
                name="a_closing_is_counted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.amount}"


class CashUndoStep(models.Model):
    """One undoable step at the entry desk.

    ``before``: the team's previous attendance; ``line``: the ledger line written.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="desk_steps")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    hand = models.CharField(max_length=90, blank=True)  # who did it (actor key)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    line = models.OneToOneField(
        LedgerLine, models.CASCADE, null=True, blank=True, related_name="step"
    )
    client_key = models.UUIDField(null=True, blank=True, unique=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step at the desk")
        verbose_name_plural = _("steps at the desk")
        ordering = ["pk"]
        indexes = [models.Index(fields=["tournament", "hand"], name="steps_of_a_person")]

    def __str__(self) -> str:
        return f"{self.team}: {self.after}"


class PrizePlan(models.Model):
    class Way(models.TextChoices):
        SHARES = "shares", pgettext_lazy("prizes", "Shares")
        NTH = "nth", pgettext_lazy("prizes", "Every n-th")
        ALL = "all", pgettext_lazy("prizes", "For all")
        PLACES = "places", pgettext_lazy("prizes", "Listed places")

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="prizes"
    )
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.SHARES)
    # The fund: percentage of the till, or a fixed sum.
    percent = models.PositiveSmallIntegerField(null=True, blank=True, default=60)
    fixed = models.PositiveBigIntegerField(default=0)
    step = models.PositiveBigIntegerField(default=500)
    shares = models.JSONField(default=list, blank=True)
    nth = models.PositiveSmallIntegerField(default=5)
    # Places that share the fund, such as 1-4, 8, 12 …, last.
    listed = models.CharField(max_length=100, blank=True, default="", db_default="")
    # Amount for each entrant where all get one; empty: half of the fund, divided equally.
    each = models.PositiveBigIntegerField(null=True, blank=True)
    # Announced prizes by place; not affected by later changes of the till.
    announced = models.JSONField(default=list, blank=True)
    note = LineField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("prizes")
        verbose_name_plural = _("prizes")
        constraints = [
            models.CheckConstraint(
                condition=Q(percent__isnull=True) | Q(percent__lte=100), name="a_part_of_the_till"
            ),
            models.CheckConstraint(condition=Q(step__gte=1, nth__gte=2), name="prizes_have_steps"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.way}"

    @property
    def is_announced(self) -> bool:
        return bool(self.announced)
