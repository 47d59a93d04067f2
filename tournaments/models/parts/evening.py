from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Evening(models.Model):
    class Dealing(models.TextChoices):
        TABLES = "tables", _("the tables, from their phones")
        ONCE = "once", _("made before play")

    packs = models.PositiveSmallIntegerField(
        _("packs"), null=True, blank=True, validators=[MaxValueValidator(999)]
    )
    play_minutes = models.PositiveSmallIntegerField(
        _("minutes for play"),
        default=180,
        validators=[MinValueValidator(20), MaxValueValidator(900)],
    )
    dealing = models.CharField(
        _("who deals"), max_length=6, choices=Dealing.choices, default=Dealing.TABLES
    )
    # A kind of `movements.FORMATS` to propose first; empty: automatic.
    wanted_kind = models.CharField(max_length=40, blank=True, editable=False)

    class Meta:
        abstract = True
