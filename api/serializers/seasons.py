from rest_framework import serializers

from api.serializers.exact_numbers import FigureField


class CreditSerializer(serializers.Serializer[object]):
    """Points of one tournament; ``tournament`` and ``name`` are empty if it is unlisted."""

    tournament = serializers.CharField(source="code", allow_null=True)
    name = serializers.CharField()
    date = serializers.DateField()
    points = FigureField()
    counts = serializers.BooleanField()
    share = FigureField(help_text="the part of its rounds that the player played, 1 for all")


class LadderLineSerializer(serializers.Serializer[object]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.shown")
    rank = serializers.IntegerField()
    is_tied = serializers.BooleanField()
    total = FigureField()
    credits = CreditSerializer(many=True)


class LadderSerializer(serializers.Serializer[object]):
    """A season; ``is_fresh`` is false if computed from older standings."""

    code = serializers.CharField(source="season.code")
    name = serializers.CharField(source="season.name")
    measure = serializers.CharField(source="season.measure")
    best = serializers.IntegerField(source="season.best", allow_null=True)
    made_at = serializers.DateTimeField(allow_null=True)
    is_fresh = serializers.BooleanField()
    lines = LadderLineSerializer(many=True)


class RatingSerializer(serializers.Serializer[object]):
    """A player's rating; ``change`` is the last step, null after a first tournament."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.shown")
    points = serializers.IntegerField()
    mu = serializers.FloatField(source="strength.mu")
    sigma = serializers.FloatField(source="strength.sigma")
    tournaments = serializers.IntegerField(source="strength.events")
    is_settled = serializers.BooleanField(source="strength.is_settled")
    change = serializers.IntegerField(allow_null=True)
