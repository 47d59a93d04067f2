from typing import Any

from rest_framework import serializers

from tournaments.models import Channel, Follower, NotificationMethod, Sending
from tournaments.notifications.people.selectors.options import NotificationOptions, SendingCount


class OfferSerializer(serializers.Serializer[NotificationOptions]):
    """Available notification channels; a browser subscribes with ``push_key``."""

    ways = serializers.ListField(child=serializers.CharField())
    push_key = serializers.CharField()
    bot = serializers.CharField()


class FollowerSerializer(serializers.ModelSerializer[Follower]):
    """A subscription without contact details; by email the ``secret`` is only in the message."""

    role = serializers.CharField(read_only=True)
    way = serializers.CharField(read_only=True)
    tournament = serializers.CharField(source="tournament.code", read_only=True)
    team = serializers.IntegerField(source="team.number", default=None, read_only=True)
    is_confirmed = serializers.SerializerMethodField()
    secret = serializers.SerializerMethodField()

    class Meta:
        model = Follower
        fields = ["tournament", "role", "way", "team", "language", "is_confirmed", "secret"]
        read_only_fields = fields

    def get_is_confirmed(self, row: Follower) -> bool:
        return row.confirmed_at is not None and row.way != NotificationMethod.EMAIL

    def get_secret(self, row: Follower) -> str:
        return "" if row.way == NotificationMethod.EMAIL else row.secret


class OwnFollowerSerializer(FollowerSerializer):
    """A subscription, for the holder of its secret."""

    def get_is_confirmed(self, row: Follower) -> bool:
        return row.confirmed_at is not None

    def get_secret(self, row: Follower) -> str:
        return row.secret


class TestSerializer(serializers.ModelSerializer[Sending]):
    way = serializers.CharField(read_only=True)
    state = serializers.CharField(read_only=True)

    class Meta:
        model = Sending
        fields = ["way", "state", "next_at"]
        read_only_fields = fields


class NoticeLineSerializer(serializers.Serializer[SendingCount]):
    """Count of notifications by kind, channel and outcome."""

    kind = serializers.CharField()
    way = serializers.CharField()
    state = serializers.CharField()
    why = serializers.SerializerMethodField()
    count = serializers.IntegerField()

    def get_why(self, line: SendingCount) -> str:
        return str(line.why)


class ChannelSerializer(serializers.ModelSerializer[Channel]):
    """A club's bot or channel without its key; ``why`` is the last error."""

    kind: Any = serializers.CharField(read_only=True)

    class Meta:
        model = Channel
        fields = ["kind", "name", "language", "why", "tried_at"]
        read_only_fields = fields
