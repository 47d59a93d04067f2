from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import LineField, VariantField
from tournaments.models.clubs import Club


class RuleSet(models.Model):
    """One version of a club's rules; tournaments store a copy of the variant."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rule_sets")
    name = LineField(_("name"), max_length=80)
    version = models.PositiveSmallIntegerField(_("version"))
    variant = VariantField(_("rules"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name", "version"], name="one_rule_set_per_version"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
