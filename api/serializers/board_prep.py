from rest_framework import serializers

from api.serializers.fields import TextField
from tournaments.board_prep.selectors import BoardState, Packet, PlaceState, Verdict

STATES = ["open", "right", "wrong", "stuck"]
VERDICTS = ["right", "wrong", "many", "order"]
MOST_CARDS = 52


class PlaceStateSerializer(serializers.Serializer[PlaceState]):
    place = serializers.CharField(help_text="a seat, or `stock`")
    state = serializers.ChoiceField(choices=STATES, help_text="`stuck`: no wrong tries are left")
    who = serializers.CharField(help_text="who checked it last")
    at = serializers.DateTimeField(allow_null=True)
    tries = serializers.IntegerField(help_text="wrong tries that are left")


class BoardStateSerializer(serializers.Serializer[BoardState]):
    """A board and whether each of its hands was verified; no cards."""

    board = serializers.IntegerField(source="number")
    is_right = serializers.BooleanField()
    places = PlaceStateSerializer(many=True)


class TappedSerializer(serializers.Serializer[None]):
    """The cards at a place; those of the stock in order."""

    cards = serializers.ListField(
        child=TextField(max_length=3), max_length=MOST_CARDS, help_text='such as "HJ"'
    )


class VerdictSerializer(serializers.Serializer[Verdict]):
    """Verdict on a hand: names at most two of its cards, never the missing ones."""

    kind = serializers.ChoiceField(choices=VERDICTS)
    wrong = serializers.ListField(child=serializers.CharField(), help_text="do not belong there")
    missing = serializers.IntegerField(help_text="how many")
    at = serializers.IntegerField(help_text="the first card out of order in the stock, from 1")


class PacketSerializer(serializers.Serializer[Packet]):
    """The cards to put into one place of a board.

    For the stock ``first`` is the card turned up, ``later`` the others in pack order.
    """

    place = serializers.CharField()
    first = serializers.ListField(child=serializers.CharField(), help_text="seen in the auction")
    later = serializers.ListField(child=serializers.CharField(), help_text="dealt after it")
