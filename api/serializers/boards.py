"""Boards that the director closes, and entries that contradict the cards."""

from rest_framework import serializers

from api.serializers.fields import IdField, YesNoField
from tournaments.models import Board, CardRefusal


class ClosingSerializer(serializers.Serializer[None]):
    """With ``confirmed`` also closes a board that is not settled at every table."""

    confirmed = YesNoField(required=False, default=False)


class ClosedBoardSerializer(serializers.ModelSerializer[Board]):
    class Meta:
        model = Board
        fields = ["number", "closed_at"]


class CardRefusalSerializer(serializers.ModelSerializer[CardRefusal]):
    """A table's entry that contradicted the cards; it counts until it is lifted."""

    round = serializers.IntegerField(source="play.sitting.round.number", read_only=True)
    table = serializers.IntegerField(source="play.sitting.table.number", read_only=True)
    board = serializers.IntegerField(source="play.board.number", read_only=True)

    class Meta:
        model = CardRefusal
        fields = [
            "play",
            "round",
            "table",
            "board",
            "side",
            "who",
            "code",
            "detail",
            "asked",
            "at",
            "lifted_at",
        ]


class TriesSerializer(serializers.Serializer[None]):
    """The play for which a table can enter a result again."""

    play = IdField()
