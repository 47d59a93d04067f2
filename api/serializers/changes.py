"""Changes on the day: what they take, what they would do, what was done."""

from typing import Any

from rest_framework import serializers

from api.serializers.fields import TextField, WholeField, YesNoField
from api.serializers.figures import FigureField
from api.serializers.seen import SeenVersion
from tournaments.selectors.changes import what


class ChangeRequestSerializer(serializers.Serializer[Any]):
    """What every change takes; with ``preview`` nothing is stored."""

    reason = TextField(max_length=300, required=False, default="", allow_blank=True)
    preview = YesNoField(required=False, default=False)
    seen = SeenVersion(
        help_text="the id of the newest change that was looked at, 0 for none: the same request "
        "once more gives the change that was made of it; 409 if there is another one"
    )


class WithdrawSerializer(ChangeRequestSerializer):
    """A team leaves from a round on, or never came."""

    team = WholeField(help_text="its number")
    from_round = WholeField(min_value=1)
    no_show = YesNoField(required=False, default=False)


class PlayersSerializer(ChangeRequestSerializer):
    """People who come, and from which round on they play."""

    players = serializers.ListField(child=TextField(max_length=90), max_length=8)
    from_round = WholeField(min_value=1)


class ReplaceSerializer(PlayersSerializer):
    """Others take over a team's seats."""

    team = WholeField(help_text="its number")


class SubstituteSerializer(ChangeRequestSerializer):
    """Somebody plays in a player's place; without ``to_round`` to the end."""

    team = WholeField(help_text="its number")
    leaves = TextField(max_length=120, help_text="the name of the team's player")
    comes = TextField(max_length=120)
    from_round = WholeField(min_value=1)
    to_round = WholeField(min_value=1, required=False, allow_null=True, default=None)


class ExchangeSerializer(ChangeRequestSerializer):
    """Two teams take each other's seats in these rounds."""

    first = WholeField(help_text="a team's number")
    second = WholeField(help_text="a team's number")
    rounds = serializers.ListField(child=WholeField(min_value=1), max_length=200)


class TableSerializer(ChangeRequestSerializer):
    """A table in a round."""

    round = WholeField()
    table = WholeField()


class OtherTableSerializer(TableSerializer):
    """A table and another one of the same round."""

    other = WholeField(help_text="the number of the other table")


class OtherSetSerializer(TableSerializer):
    """The set of boards that a table really played."""

    board_set = WholeField(min_value=1)
    mend = YesNoField(required=False, default=True)


class RedrawSerializer(ChangeRequestSerializer):
    """Rounds that are drawn anew."""

    from_round = WholeField(min_value=1)


class MovedSeatSerializer(serializers.Serializer[Any]):
    """A team's seat after the change; without a table it sits out."""

    team = serializers.IntegerField(source="team.number", allow_null=True)
    table = serializers.IntegerField(source="after.table", allow_null=True)
    side = serializers.CharField(source="after.side")
    place = serializers.CharField(source="after.place")


class MovedRoundSerializer(serializers.Serializer[Any]):
    """What changes in a round: seats, and boards as [table, before, after]."""

    number = serializers.IntegerField()
    seats = MovedSeatSerializer(many=True)
    boards = serializers.ListField(child=serializers.JSONField())


class RankedSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    total = FigureField()


class MovedPlaceSerializer(serializers.Serializer[Any]):
    """A team's rank and total before and after; null where it is not ranked."""

    team = serializers.IntegerField(source="team.number", allow_null=True)
    section = serializers.CharField(source="change.section.value")
    before = RankedSerializer(source="change.before", allow_null=True)
    after = RankedSerializer(source="change.after", allow_null=True)


class ChangePreviewSerializer(serializers.Serializer[Any]):
    """All that a change would do; ``results`` is how many results belong elsewhere then."""

    rounds = MovedRoundSerializer(many=True)
    leaving = serializers.SerializerMethodField()
    standings = MovedPlaceSerializer(many=True, source="places")
    faults = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    results = serializers.IntegerField()

    def get_leaving(self, found: Any) -> list[dict[str, int | None]]:
        return [
            {"team": team.number, "from_round": first, "to_round": last}
            for team, first, last in found.leaving
        ]


class ChangeSerializer(serializers.Serializer[Any]):
    """A change that was made; ``undoes`` names the one it took back."""

    id = serializers.IntegerField(source="pk")
    action = serializers.CharField()
    words = serializers.SerializerMethodField()
    details = serializers.DictField()
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    created_at = serializers.DateTimeField()

    def get_words(self, change: Any) -> str:
        return what(change)
