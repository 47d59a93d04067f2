"""Boards that the director closes, and what tables entered against their cards."""

from rest_framework import serializers

from api.serializers.fields import IdField, YesNoField
from tournaments.models import Board, CardRefusal


class ClosingSerializer(serializers.Serializer[None]):
    """With ``confirmed`` also a board that is not settled at every table."""

    confirmed = YesNoField(required=False, default=False)


class ClosedBoardSerializer(serializers.ModelSerializer[Board]):
    """A board, and since when the director has closed it (null: not)."""

    class Meta:
        model = Board
        fields = ["number", "closed_at"]


class CardRefusalSerializer(serializers.ModelSerializer[CardRefusal]):
    """An entry of a table that the cards spoke against, and why; it counts until it is lifted."""

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
    """The play of which a table may enter a result again."""

    play = IdField()
