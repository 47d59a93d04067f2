from django.db import models

from games.models import DealSet


class Draw(models.Model):
    """Movement and seed; empty before the draw."""

    movement_kind = models.CharField(max_length=40, blank=True, editable=False)
    # Arguments of `movements.build` besides the kind.
    movement_params = models.JSONField(default=dict, blank=True, editable=False)
    # Planned rounds, where rounds are drawn one at a time.
    planned_rounds = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    winners = models.PositiveSmallIntegerField(default=1, editable=False)
    # Secret until the end; its hash is public from the draw.
    seed = models.CharField(max_length=64, blank=True, editable=False)
    seed_hash = models.CharField(max_length=64, blank=True, editable=False)
    # Prepared boards; missing ones come from the seed. A set is used once.
    deal_set = models.OneToOneField(
        DealSet, models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )

    class Meta:
        abstract = True
