from rest_framework import serializers

from api.serializers.fields import TextField, WholeField, YesNoField
from jobs.models import Job
from tournaments.models import Round


class DrawSerializer(serializers.Serializer[None]):
    """A format with its parameters, named as by `manage.py movement` and the docs."""

    kind = TextField(max_length=40)
    params = serializers.DictField(required=False, default=dict)
    boards_per_round = WholeField(
        required=False, default=None, allow_null=True, min_value=1, max_value=16
    )
    by_lot = YesNoField(required=False, default=True)


class TakenSetSerializer(serializers.Serializer[None]):
    share = serializers.CharField(max_length=200, help_text="of a set of deals, or its address")


class NextRoundSerializer(serializers.Serializer[None]):
    """The round to draw (the next by default), and the director's overrides."""

    number = WholeField(required=False, default=None, allow_null=True, min_value=1, max_value=1000)
    provisional = YesNoField(
        required=False, default=False, help_text="draw although results are missing"
    )
    one_more = YesNoField(required=False, default=False, help_text="go past the planned rounds")


class DrawnRoundSerializer(serializers.Serializer[Round]):
    """A drawn round; `is_published` is false while only directors see it."""

    number = serializers.IntegerField()
    is_published = serializers.BooleanField()
    drawn = serializers.DictField(help_text="system, order, cost, rematches, forbidden, bye")


class DrawWorkSerializer(serializers.Serializer[Job]):
    state = serializers.ChoiceField(
        Job.State.choices, help_text="of the work; `done` also where the draw was refused"
    )
    done = serializers.IntegerField(help_text="steps")
    total = serializers.IntegerField()
    refused = serializers.CharField(
        source="result.refused", default=None, allow_null=True, help_text="the code of a refusal"
    )
    words = serializers.CharField(
        source="result.words", default=None, allow_null=True, help_text="the refusal in words"
    )
