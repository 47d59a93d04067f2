from django.utils.translation import gettext as _
from rest_framework import serializers

from api.serializers.fields import (
    ClientKeyField,
    IdField,
    NameField,
    SlipField,
    TextField,
    WholeField,
    WordField,
    YesNoField,
)
from api.serializers.preconditions import SeenVersion
from tournaments.errors import RuleViolationError
from tournaments.models import DirectorCall, Play, Result, Seat


class ResultEntrySerializer(serializers.Serializer[None]):
    """A slip or a whole record for one play; ``client_key`` makes retries safe."""

    play = IdField()
    side = WordField(choices=Seat.Side.choices)
    slip = SlipField(required=False)
    record = SlipField(required=False)
    who = NameField(max_length=120, required=False, default="", allow_blank=True)
    client_key = ClientKeyField(required=False, default=None, allow_null=True)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if ("slip" in attrs) == ("record" in attrs):
            words = _("Give either a slip or a record: one of the two.")
            raise RuleViolationError("invalid", words, field="slip")
        return attrs


class ConfirmationSerializer(serializers.Serializer[None]):
    """A side's answer to a version of a result, by its number or its entry's key."""

    play = IdField()
    version = WholeField(min_value=1, required=False, default=None, allow_null=True)
    entry = ClientKeyField(
        required=False,
        default=None,
        allow_null=True,
        help_text="instead of `version`: the `client_key` of the entry, whose number is not known",
    )
    side = WordField(choices=Seat.Side.choices)
    agrees = YesNoField()
    who = NameField(max_length=120, required=False, default="", allow_blank=True)
    client_key = ClientKeyField(required=False, default=None, allow_null=True)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if attrs["version"] is None and attrs["entry"] is None:
            words = _("Give the version of the result, or the key of its entry.")
            raise RuleViolationError("required", words, field="version")
        return attrs


class CallSerializer(serializers.Serializer[None]):
    """A call for the director; `client_key` as for results."""

    message = NameField(max_length=200, required=False, default="", allow_blank=True)
    play = IdField(required=False, default=None, allow_null=True)
    client_key = ClientKeyField(required=False, default=None, allow_null=True)


class ReadSerializer(serializers.Serializer[None]):
    message = IdField()
    client_key = ClientKeyField(required=False, default=None, allow_null=True)


class CallStateSerializer(serializers.Serializer[DirectorCall]):
    message = serializers.CharField()
    board = serializers.IntegerField(source="board.number", allow_null=True, default=None)
    created_at = serializers.DateTimeField()


class CorrectionSerializer(serializers.Serializer[None]):
    """The director's result for a play; replacing another requires a reason.

    All versions are stored.
    """

    play = IdField()
    slip = SlipField()
    reason = TextField(max_length=300, required=False, default="", allow_blank=True)
    override = YesNoField(
        required=False, default=False, help_text="store it although the cards cannot give it"
    )
    late = YesNoField(
        required=False, default=False, help_text="correct official standings all the same"
    )
    seen = SeenVersion()


class ResultSerializer(serializers.ModelSerializer[Result]):
    """A stored version of a result; ``state`` is that of its play."""

    slip = SlipField(read_only=True)
    side = serializers.CharField(read_only=True, help_text="who entered it; empty: the director")
    state = serializers.CharField(source="play.state", read_only=True)

    class Meta:
        model = Result
        fields = [
            "play",
            "version",
            "kind",
            "slip",
            "contract",
            "declarer",
            "contra",
            "ns_score",
            "ew_score",
            "net",
            "side",
            "who",
            "reason",
            "state",
            "created_at",
        ]
        read_only_fields = fields


class PlayStateSerializer(serializers.Serializer[Play]):
    play = serializers.IntegerField(source="pk")
    state = serializers.CharField()
    version = serializers.IntegerField(source="current.version", allow_null=True)
