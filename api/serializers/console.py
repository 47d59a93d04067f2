from rest_framework import serializers

from tournaments.console.selectors.console import Console
from tournaments.console.selectors.messages import SentMessage
from tournaments.console.selectors.table_cards import TableCard
from tournaments.models import DirectorCall, ExtraTime, LogEntry, Message, Round
from tournaments.state.version_tokens import clock_state


class ClockSerializer(serializers.ModelSerializer[Round]):
    seen = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["number", "started_at", "ends_at", "paused_seconds", "seen"]
        read_only_fields = fields

    def get_seen(self, row: Round) -> str:
        return clock_state(row).seen


class DirectorCallSerializer(serializers.ModelSerializer[DirectorCall]):
    """A table's call: raised, answered (director on the way), settled."""

    table = serializers.IntegerField(source="table.number", read_only=True)
    board = serializers.IntegerField(
        source="board.number", read_only=True, allow_null=True, default=None
    )

    class Meta:
        model = DirectorCall
        fields = ["id", "table", "board", "message", "created_at", "answered_at", "settled_at"]
        read_only_fields = fields


class PlayBoxSerializer(serializers.Serializer[object]):
    play = serializers.IntegerField(source="pk")
    board = serializers.IntegerField(source="board.number")
    state = serializers.CharField()


class CardSerializer(serializers.Serializer[TableCard]):
    table = serializers.IntegerField(source="table.number")
    ns = serializers.CharField(source="ns_name")
    ew = serializers.CharField(source="ew_name")
    state = serializers.CharField()
    is_urgent = serializers.BooleanField()
    silent_minutes = serializers.IntegerField()
    waiting_minutes = serializers.IntegerField()
    extra_seconds = serializers.IntegerField()
    call = DirectorCallSerializer(allow_null=True)
    plays = PlayBoxSerializer(many=True)


class ConsoleSerializer(serializers.Serializer[Console]):
    """The console of a round; empty before play."""

    round = serializers.IntegerField(source="current.number")
    rounds = ClockSerializer(many=True)
    next_round = serializers.IntegerField(allow_null=True, help_text="the one to be begun next")
    missing = serializers.IntegerField(help_text="results of this round")
    expected = serializers.IntegerField()
    tables = CardSerializer(many=True, source="cards")


class MessageSerializer(serializers.Serializer[SentMessage]):
    """An active message, and how many of its tables have read it."""

    id = serializers.IntegerField(source="pk")
    text = serializers.CharField()
    at = serializers.DateTimeField()
    tables = serializers.IntegerField()
    read = serializers.IntegerField()


class SentMessageSerializer(serializers.ModelSerializer[Message]):
    class Meta:
        model = Message
        fields = ["id", "text", "created_at"]
        read_only_fields = fields


class ExtraTimeSerializer(serializers.Serializer[ExtraTime]):
    """A table's time beyond the clock of the round."""

    table = serializers.IntegerField(source="table.number")
    round = serializers.IntegerField(source="round.number")
    seconds = serializers.IntegerField()


class StepSerializer(serializers.ModelSerializer[LogEntry]):
    class Meta:
        model = LogEntry
        fields = ["id", "action", "at", "details"]
        read_only_fields = fields
