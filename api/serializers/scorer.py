from typing import Any

from rest_framework import serializers

from api.serializers.fields import ClientKeyField, IdField, TextField, WholeField, YesNoField
from tournaments.scorer.selectors.grid import GridRow
from tournaments.scorer.selectors.names import SeatedSide
from tournaments.scorer.texts import STATE_WORDS


class TypedSerializer(serializers.Serializer[dict[str, Any]]):
    """A result on paper: a line of keys of a board, the numbers of a game, or neither."""

    line = TextField(
        max_length=60, required=False, help_text="of a board, as docs/scorer.md says: `4H N 92`"
    )
    figures = serializers.DictField(
        child=TextField(max_length=6, allow_blank=True),
        required=False,
        help_text="of a game: the points by side, the games won as `won_NS`",
    )
    not_played = YesNoField(required=False)


class TypingSerializer(serializers.Serializer[None]):
    """Values typed for a play; a client-generated ``key`` makes the request idempotent."""

    play = IdField()
    key = ClientKeyField()
    typed = TypedSerializer()
    seen = TextField(
        max_length=60,
        required=False,
        default="",
        allow_blank=True,
        help_text="`mark` of the row that was looked at: a later state is not replaced",
    )
    second = YesNoField(required=False, default=False, help_text="typed only to be compared")
    vouched = YesNoField(required=False, default=False, help_text="it is so, although doubtful")


class DeskNameSerializer(serializers.Serializer[SeatedSide]):
    number = serializers.CharField()
    name = serializers.CharField()
    people = serializers.ListField(child=serializers.CharField())


class RivalSerializer(serializers.Serializer[tuple[int, str]]):
    version = serializers.SerializerMethodField()
    words = serializers.SerializerMethodField()

    def get_version(self, rival: tuple[int, str]) -> int:
        return rival[0]

    def get_words(self, rival: tuple[int, str]) -> str:
        return rival[1]


class DeskRowOfPlaySerializer(serializers.Serializer[GridRow]):
    play = serializers.IntegerField(source="play.pk")
    round = serializers.IntegerField(source="play.sitting.round.number")
    table = serializers.IntegerField(source="play.sitting.table.number")
    board = serializers.IntegerField(source="play.board.number")
    sides = DeskNameSerializer(many=True)
    line = serializers.CharField(help_text="of a board")
    cells = serializers.DictField(child=serializers.CharField(), help_text="of a game")
    sum = serializers.IntegerField(source="total", allow_null=True)
    state = serializers.ChoiceField(choices=sorted(STATE_WORDS))
    note = serializers.CharField()
    doubt = serializers.CharField(help_text="why it counts nowhere yet; empty: nothing")
    may_vouch = serializers.BooleanField()
    rivals = RivalSerializer(many=True)
    mark = serializers.CharField(help_text="names this state")
    whose = serializers.CharField(help_text="who else types there now")


class PlaceOfScorerSerializer(serializers.Serializer[None]):
    play = IdField()
    typed = TypedSerializer(required=False)


class ChoiceSerializer(serializers.Serializer[None]):
    play = IdField()
    key = ClientKeyField()
    version = WholeField(min_value=1)


class EmptyingSerializer(serializers.Serializer[None]):
    play = IdField()
    key = ClientKeyField()
