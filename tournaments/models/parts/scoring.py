"""How a tournament is scored: what was chosen, and what the standings make of it."""

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from tournaments.scoring import (
    METHODS,
    VP_SCALES,
    FactsError,
    Method,
    Options,
    Tariff,
    VpScale,
    read_value,
    stored_options,
)

SCORING_NAMES: Final[Mapping[Method, StrPromise]] = {
    method: _(row.name) for method, row in METHODS.items()
}


class Scoring(models.Model):
    """The columns keep what was chosen, as it was sent; the properties are what it means."""

    class Carry(models.TextChoices):
        NONE = "none", _("nothing")
        SHARE = "share", _("a part")
        FULL = "full", _("everything")

    scoring = models.CharField(
        _("scoring"),
        max_length=20,
        choices=[(method.value, SCORING_NAMES[method]) for method in Method],
        default=Method.MATCHPOINTS.value,
    )
    # {"vp": scale id} or {"tariff": {…}}: matches count, not boards (`standings.scales`).
    match_scale = models.JSONField(default=dict, blank=True)
    # Names of `standings.TieBreak` in order; empty: the usual chain of the scoring.
    tie_breaks = models.JSONField(default=list, blank=True)
    # Fields of `standings.Options` that differ from the defaults.
    scoring_options = models.JSONField(default=dict, blank=True)
    # From the stage before, where there is one.
    carry = models.CharField(
        _("taken along"), max_length=5, choices=Carry.choices, default=Carry.NONE
    )
    carry_share = models.CharField(max_length=20, blank=True)  # a fraction; empty: the usual one

    class Meta:
        abstract = True

    @property
    def method(self) -> Method:
        """The way results are compared."""
        return Method(self.scoring)

    @property
    def scale(self) -> VpScale | Tariff | None:
        """The scale of a match, None where boards or games count themselves.

        Raises FactsError where what was chosen is not known.
        """
        if "vp" in self.match_scale:
            return vp_scale(self.match_scale["vp"])
        if "tariff" in self.match_scale:
            return read_value(Tariff, dict(self.match_scale["tariff"]), "match")
        return None

    @property
    def options(self) -> Options:
        """The finer choices, the defaults where nothing was chosen; raises FactsError likewise."""
        return stored_options(self.method, self.scoring_options)


def vp_scale(name: str) -> VpScale:
    """The scale of victory points of this name."""
    if name not in VP_SCALES:
        raise FactsError(f"match: unknown scale {name!r}")
    return VP_SCALES[name]
