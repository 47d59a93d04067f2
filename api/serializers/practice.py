"""A practice deal as its player can see it: no hidden card."""

from rest_framework import serializers

from api.serializers.fields import TextField, WholeField, WordField
from games.belot import DEFAULT_PRESET
from games.belot.bots import USUAL_RUNG, Rung
from games.practice.forms import FOUR_PLAYER_PRESETS
from games.practice.selectors import (
    STATES,
    LadderStep,
    LastTrick,
    OwnCard,
    PracticeTable,
    TableSeat,
)
from games.practice.services import MAX_MOVE_LENGTH

RUNGS = [rung.value for rung in Rung]


class RungSerializer(serializers.Serializer[LadderStep]):
    rung = serializers.ChoiceField(choices=RUNGS)
    name = serializers.CharField()
    words = serializers.CharField()
    deals = serializers.IntegerField(help_text="how many were played to measure it")
    gain = serializers.FloatField(help_text="match points a deal over the one below")
    error = serializers.FloatField(help_text="the standard error of `gain`")
    thinks = serializers.BooleanField(
        source="is_run_in_worker", help_text="whether its moves are made by a worker"
    )


class NewPracticeSerializer(serializers.Serializer[None]):
    rung = WordField(choices=RUNGS, required=False, default=USUAL_RUNG.value)
    rules = WordField(choices=FOUR_PLAYER_PRESETS, required=False, default=DEFAULT_PRESET)


class OwnMoveSerializer(serializers.Serializer[None]):
    """A call or a card, and at how many moves it was chosen."""

    at = WholeField(help_text="the `at` of the table that was looked at")
    move = TextField(max_length=MAX_MOVE_LENGTH, help_text="one of its `moves`")


class PracticePlaceSerializer(serializers.Serializer[TableSeat]):
    seat = serializers.CharField()
    is_own = serializers.BooleanField()
    is_turn = serializers.BooleanField()
    is_dealer = serializers.BooleanField()
    cards = serializers.IntegerField(help_text="how many it holds")
    call = serializers.CharField(help_text="its last call, while the auction lasts")
    card = serializers.CharField(help_text="its card in the trick on the table, or empty")
    announced = serializers.ListField(
        child=serializers.ChoiceField(choices=["tierce", "quarte", "quinte", "carre", "belote"])
    )


class OwnCardSerializer(serializers.Serializer[OwnCard]):
    card = serializers.CharField()
    is_legal = serializers.BooleanField(help_text="whether it may be played now")


class LaidSerializer(serializers.Serializer[object]):
    seat = serializers.CharField()
    card = serializers.CharField()


class LastTrickSerializer(serializers.Serializer[LastTrick]):
    cards = LaidSerializer(many=True)
    winner = serializers.CharField(help_text="the seat that took it")


class PracticeTableSerializer(serializers.Serializer[PracticeTable]):
    """A table; calls, cards and seats as in a deal record (docs/deal-record.md)."""

    share = serializers.CharField()
    rung = serializers.ChoiceField(choices=RUNGS)
    rules = serializers.ChoiceField(choices=FOUR_PLAYER_PRESETS, source="variant.preset")
    seat = serializers.CharField(help_text="the own seat")
    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`auction` and `play`: it is the own turn; `thinking`: a worker makes the moves "
        "of an expert, ask again; `failed`: it did not, `again/` asks it once more",
    )
    reason = serializers.CharField(
        help_text="why it failed: `needs_compiler` where experts find no compiled engine"
    )
    at = serializers.IntegerField(help_text="how many calls and cards were made and played")
    places = PracticePlaceSerializer(many=True, help_text="the four seats, in the order of play")
    hand = OwnCardSerializer(many=True)
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="the calls and cards that are allowed now"
    )
    turned = serializers.CharField(help_text="the card turned up, before the play")
    contract = serializers.CharField(help_text="empty: nobody has bid")
    declarer = serializers.CharField()
    contra = serializers.IntegerField()
    bid = serializers.CharField(help_text="the call that stands, where numbers are bid: `110H`")
    last = LastTrickSerializer(allow_null=True)
    points = serializers.DictField(
        child=serializers.IntegerField(), help_text="card points in tricks so far, by side"
    )
    score = serializers.DictField(
        child=serializers.IntegerField(), help_text="by side, once the deal is over"
    )
    replay = serializers.CharField(
        help_text="once the deal is over: the share of its record, `replays/{share}/`"
    )
