from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.belot import Level
from games.simulations import playing
from games.wording.levels import LEVEL_WORDS


class ComputerField(models.Model):
    """Number and strength of bot tables, and whether they count."""

    class FieldLevel(models.TextChoices):
        CLUB = playing.CLUB_LEVEL, pgettext_lazy("bot", "a club’s mixed styles")
        THUMB = Level.THUMB.value, LEVEL_WORDS[Level.THUMB]
        EXPERT = Level.EXPERT.value, LEVEL_WORDS[Level.EXPERT]

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

    class Meta:
        abstract = True
