"""Deals and what was recorded of them; both are facts: cards, calls and plays never change."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


def share_code() -> str:
    """An unguessable short name for a public link, 64 bits."""
    return secrets.token_urlsafe(8)


class Deal(models.Model):
    """An ordered pack and a dealer: one board, to be dealt again at any table.

    ``variant`` is what it is played by; other rules that deal alike may replace it.
    """

    variant = models.JSONField(_("rules"))
    pack = models.CharField(_("pack"), max_length=100)
    dealer = models.CharField(_("dealer"), max_length=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")

    def __str__(self) -> str:
        return f"{self.dealer}: {self.pack[:14]}…"


class Record(models.Model):
    """A deal as it was played, call by call and card by card (``docs/deal-record.md``)."""

    class Source(models.TextChoices):
        TABLE = "table", _("a table")
        BOTS = "bots", _("the computer")
        IMPORT = "import", _("a file")

    deal = models.ForeignKey(Deal, models.PROTECT, null=True, blank=True, related_name="records")
    record = models.JSONField(_("record"))
    source = models.CharField(max_length=10, choices=Source.choices)
    share = models.CharField(max_length=16, unique=True, default=share_code, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("deal record")
        verbose_name_plural = _("deal records")

    def __str__(self) -> str:
        return f"{self.get_source_display()} {self.share}"
