from typing import Any

from rest_framework import serializers


class TableEntrySerializer(serializers.Serializer[Any]):
    """A version of a result; `points` and `announced` are by side, before doubling."""

    version = serializers.IntegerField()
    key = serializers.CharField(help_text="the `client_key` of the entry, or empty")
    side = serializers.CharField(help_text="who entered it; empty: the director")
    source = serializers.CharField()  # type: ignore[assignment]
    at = serializers.CharField()
    kind = serializers.CharField()
    contract = serializers.CharField()
    declarer = serializers.CharField()
    contra = serializers.IntegerField()
    bid = serializers.IntegerField(help_text="in card points; 0: no numbers are bid")
    capot_bid = serializers.BooleanField(help_text="whether all tricks were bid")
    points = serializers.DictField(child=serializers.IntegerField())
    announced = serializers.DictField(child=serializers.IntegerField())
    belote = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="the part of `announced` that belotes make, where the rules count it apart",
    )
    claims = serializers.ListField(child=serializers.DictField())
    capot = serializers.CharField(allow_null=True)
    alone = serializers.BooleanField(
        help_text="whether all tricks were bid alone and the declarer took them so"
    )
    lead = serializers.CharField(help_text="who led to the first trick; empty: nobody said")
    outcome = serializers.CharField()
    score = serializers.DictField(
        child=serializers.IntegerField(), help_text="by side; of three players by seat"
    )
    won = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="games of a match"
    )
    games = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="points of the games of a match, as far as they were entered",
    )
    agreed = serializers.ListField(child=serializers.CharField())
    refused = serializers.ListField(child=serializers.CharField())


class TableBoardSerializer(serializers.Serializer[Any]):
    play = serializers.IntegerField()
    board = serializers.IntegerField()
    is_game = serializers.BooleanField(help_text="a whole game of open play")
    is_over = serializers.BooleanField(help_text="every table has played it")
    dealer = serializers.CharField()
    first = serializers.CharField(help_text="the seat that calls first")
    state = serializers.CharField()
    current = serializers.IntegerField(allow_null=True, help_text="the version that stands")
    entries = TableEntrySerializer(many=True)


class WaySerializer(serializers.Serializer[Any]):
    """An entrant's place in the next round; without a table they sit out."""

    name = serializers.CharField(required=False)
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    side = serializers.CharField()
    against = serializers.CharField(required=False, help_text="who sits there too")
    boards = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="what waits there"
    )
    until = serializers.CharField(required=False, help_text="when a rest ends, empty if unknown")


class BoardsWaySerializer(serializers.Serializer[Any]):
    """Where a table's boards go after a round; without a table they are not needed next."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    boards = serializers.ListField(child=serializers.IntegerField())


class TablePairSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    onward = WaySerializer(allow_null=True)
    ways = WaySerializer(many=True)


class TableRoundSerializer(serializers.Serializer[Any]):
    """A round at this table; without pairs the table is empty."""

    number = serializers.IntegerField()
    begun = serializers.BooleanField()
    ends_at = serializers.CharField(help_text="empty while its clock does not run")
    paused_seconds = serializers.IntegerField(allow_null=True)
    seats = serializers.DictField(child=serializers.CharField())
    pairs = serializers.DictField(child=TablePairSerializer())
    boards = TableBoardSerializer(many=True)
    boards_way = BoardsWaySerializer(allow_null=True)


class OpenCallSerializer(serializers.Serializer[Any]):
    at = serializers.CharField()
    answered = serializers.BooleanField()


class ShownMessageSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.CharField()
    text = serializers.CharField()


class NextStageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    url = serializers.CharField()


class TableStateSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField()
    table = serializers.IntegerField()
    phase = serializers.ChoiceField(choices=["closed", "playing", "finished"])
    round = serializers.IntegerField()
    rounds_in_all = serializers.IntegerField(help_text="0 while nobody can know")
    rounds = TableRoundSerializer(many=True)
    call = OpenCallSerializer(allow_null=True)
    messages = ShownMessageSerializer(many=True)
    unit = serializers.CharField()
    tables = serializers.IntegerField(help_text="how many tables the tournament has")
    next_stages = NextStageSerializer(many=True)


class TableNowSerializer(serializers.Serializer[Any]):
    """A table's state, its ETag until the next change, and the server's time."""

    state = TableStateSerializer()
    etag = serializers.CharField()
    version = serializers.IntegerField(help_text="grows with each change at the table")
    now = serializers.DateTimeField()
