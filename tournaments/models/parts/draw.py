"""How a tournament was drawn: the movement, and the secret that its boards are dealt from."""

from django.db import models

from games.models import DealSet


class Draw(models.Model):
    """The movement and the seed; both are empty before the draw."""

    movement_kind = models.CharField(max_length=40, blank=True, editable=False)
    # What `movements.build` takes beside the kind.
    movement_params = models.JSONField(default=dict, blank=True, editable=False)
    # How many rounds, where they are drawn one after another.
    planned_rounds = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    winners = models.PositiveSmallIntegerField(default=1, editable=False)
    # The seed is a secret until the end; everybody knows its hash from the draw on.
    seed = models.CharField(max_length=64, blank=True, editable=False)
    seed_hash = models.CharField(max_length=64, blank=True, editable=False)
    # Boards that were prepared; those that it lacks come from the seed. No two play the same set.
    deal_set = models.OneToOneField(
        DealSet, models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )

    class Meta:
        abstract = True
