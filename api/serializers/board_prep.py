"""Boards made up by hand: what was checked, and what is said of a hand."""

from rest_framework import serializers

from api.serializers.fields import TextField
from tournaments.board_prep.selectors import BoardState, Packet, PlaceState, Verdict

STATES = ["open", "right", "wrong", "stuck"]
VERDICTS = ["right", "wrong", "many", "order"]
MOST_CARDS = 52


class PlaceStateSerializer(serializers.Serializer[PlaceState]):
    """One place of a board, and its last check."""

    place = serializers.CharField(help_text="a seat, or `stock`")
    state = serializers.ChoiceField(choices=STATES, help_text="`stuck`: no wrong tries are left")
    who = serializers.CharField(help_text="who checked it last")
    at = serializers.DateTimeField(allow_null=True)
    tries = serializers.IntegerField(help_text="wrong tries that are left")


class BoardStateSerializer(serializers.Serializer[BoardState]):
    """A board and whether each of its hands was found to be right; no cards."""

    board = serializers.IntegerField(source="number")
    is_right = serializers.BooleanField()
    places = PlaceStateSerializer(many=True)


class TappedSerializer(serializers.Serializer[None]):
    """The cards that lie at a place; those of the stock in their order."""

    cards = serializers.ListField(
        child=TextField(max_length=3), max_length=MOST_CARDS, help_text='such as "HJ"'
    )


class VerdictSerializer(serializers.Serializer[Verdict]):
    """What is said of a hand: two cards of it at most, and never which are missing."""

    kind = serializers.ChoiceField(choices=VERDICTS)
    wrong = serializers.ListField(child=serializers.CharField(), help_text="do not belong there")
    missing = serializers.IntegerField(help_text="how many")
    at = serializers.IntegerField(help_text="the first card out of order in the stock, from 1")


class PacketSerializer(serializers.Serializer[Packet]):
    """The cards of one place of a board, to be put there.

    Of the stock ``first`` is the card turned up, ``later`` the others in the order of the pack.
    """

    place = serializers.CharField()
    first = serializers.ListField(child=serializers.CharField(), help_text="seen in the auction")
    later = serializers.ListField(child=serializers.CharField(), help_text="dealt after it")
