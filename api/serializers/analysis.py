from rest_framework import serializers

from games.analysis.selectors import DealAnalysis, MakeLine, Par


class MakeLineSerializer(serializers.Serializer[MakeLine]):
    """A contract at best play by both sides, all cards seen."""

    contract = serializers.CharField()
    points = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="North–South's card points if N, W, S, E leads (or takes a turned-up card); "
        "with_roem: how much more they have than East–West",
    )
    side = serializers.CharField(help_text="who makes it; empty: neither side")
    score = serializers.ListField(
        child=serializers.IntegerField(), help_text="what that side writes, and the other"
    )
    makers = serializers.ListField(
        child=serializers.CharField(), help_text="with a turned-up card: the seats that make it"
    )
    call = serializers.CharField(
        help_text="where numbers are bid: the highest bid that is made, as in a record"
    )


class ParSerializer(serializers.Serializer[Par]):
    """Result of best bidding and play by both sides; an empty contract: thrown in."""

    contract = serializers.CharField()
    seat = serializers.CharField(help_text="a seat or a side")
    contra = serializers.IntegerField()
    outcome = serializers.CharField()
    score = serializers.ListField(child=serializers.IntegerField())
    net = serializers.IntegerField(help_text="North–South minus East–West")
    call = serializers.CharField(help_text="where numbers are bid: the bid, as in a record")


class AnalysisSerializer(serializers.Serializer[DealAnalysis]):
    lines = MakeLineSerializer(many=True)
    par = ParSerializer()
    leader = serializers.CharField()
    by_taker = serializers.BooleanField()
    with_roem = serializers.BooleanField(
        help_text="combinations in tricks are included; of scores the difference alone is right"
    )
