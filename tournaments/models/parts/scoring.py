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
    """Scoring settings: columns as submitted, properties as parsed."""

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
    # {"vp": scale id} or {"tariff": {…}}: matches count, not boards (`scoring.scales`).
    match_scale = models.JSONField(default=dict, blank=True)
    # Ordered names of `standings.TieBreak`; empty: the scoring's default.
    tie_breaks = models.JSONField(default=list, blank=True)
    # Non-default fields of `standings.Options`.
    scoring_options = models.JSONField(default=dict, blank=True)
    # Carry-over from the previous stage.
    carry = models.CharField(
        _("carried over"), max_length=5, choices=Carry.choices, default=Carry.NONE
    )
    carry_share = models.CharField(max_length=20, blank=True)  # a fraction; empty: the default

    class Meta:
        abstract = True

    @property
    def method(self) -> Method:
        return Method(self.scoring)

    @property
    def scale(self) -> VpScale | Tariff | None:
        """Scale of a match; None where boards or games count. Raises FactsError if unknown."""
        if "vp" in self.match_scale:
            return vp_scale(self.match_scale["vp"])
        if "tariff" in self.match_scale:
            return read_value(Tariff, dict(self.match_scale["tariff"]), "match")
        return None

    @property
    def options(self) -> Options:
        """Options with defaults; raises FactsError if unknown."""
        return stored_options(self.method, self.scoring_options)


def vp_scale(name: str) -> VpScale:
    if name not in VP_SCALES:
        raise FactsError(f"match: unknown scale {name!r}")
    return VP_SCALES[name]
