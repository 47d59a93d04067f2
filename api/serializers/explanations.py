from collections.abc import Mapping, Sequence

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.exact_numbers import FigureField
from api.serializers.tournaments import TeamSerializer
from tournaments.public.selectors.why import WhyBoard, WhyTeam
from tournaments.scoring import Adjustment, Award


class AgainstSerializer(serializers.Serializer[object]):
    """A difference at other tables, how often, and the points for it."""

    net = serializers.IntegerField()
    times = serializers.IntegerField()
    points = serializers.IntegerField()


class AssignedSerializer(
    serializers.Serializer[Mapping[str, object] | Sequence[Mapping[str, object]]]
):
    net = serializers.IntegerField()
    weight = FigureField()


class AwardSerializer(serializers.Serializer[Award]):
    average = serializers.CharField(allow_null=True)
    nets = serializers.SerializerMethodField()

    @extend_schema_field(AssignedSerializer(many=True))
    def get_nets(self, award: Award) -> object:
        rows = [{"net": net, "weight": weight} for net, weight in award.nets]
        return AssignedSerializer(rows, many=True).data


class WhyBoardSerializer(serializers.Serializer[WhyBoard]):
    """A side's figure on a finished board.

    ``how``: compared, factored, small_group, alone, average, assigned, datum, net, other_room
    or left_alone. Of ``others`` results ``more`` were better for this side's line, ``same``
    equal, ``fewer`` worse; ``compared`` results were compared here, ``most_compared`` where
    most were.
    """

    play = serializers.IntegerField()
    board = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    side = serializers.CharField()
    team = TeamSerializer()
    opponents = TeamSerializer()
    kind = serializers.CharField()
    how = serializers.CharField(source="reason.how")
    net = serializers.IntegerField(source="reason.net", allow_null=True)
    others = serializers.IntegerField(source="reason.others")
    more = serializers.IntegerField(source="reason.more")
    same = serializers.IntegerField(source="reason.same")
    fewer = serializers.IntegerField(source="reason.fewer")
    score = FigureField(source="reason.score")
    percent = FigureField(source="reason.percent", allow_null=True)
    top = FigureField(source="reason.top", allow_null=True)
    against = AgainstSerializer(source="reason.against", many=True)
    datum = serializers.IntegerField(source="reason.datum", allow_null=True)
    award = AwardSerializer(source="reason.award", allow_null=True)
    why = serializers.CharField(source="reason.why", help_text="of a ruling that is public")
    is_fouled = serializers.BooleanField(source="reason.is_fouled")
    compared = serializers.IntegerField(source="reason.n")
    most_compared = serializers.IntegerField(source="reason.field")


class GivenPointsSerializer(serializers.Serializer[Adjustment]):
    amount = FigureField()
    per = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(help_text="empty where it is not public")


class TiedSerializer(serializers.Serializer[Mapping[str, object] | Sequence[Mapping[str, object]]]):
    tie_break = serializers.CharField()
    value = FigureField()
    others = serializers.ListField(child=FigureField())
    teams = TeamSerializer(many=True)


class WhyTeamSerializer(serializers.Serializer[WhyTeam]):
    """A team's rank; ``total`` is ``score`` (a mean or a sum) plus the three fields after it."""

    team = TeamSerializer()
    section = serializers.CharField(source="reason.row.section")
    rank = serializers.IntegerField(source="reason.row.rank")
    is_tied = serializers.BooleanField(source="reason.row.tied")
    rounds = serializers.IntegerField(help_text="how many count so far")
    boards = serializers.IntegerField(source="reason.row.boards")
    total = FigureField(source="reason.row.total")
    is_mean = serializers.BooleanField(source="reason.is_mean")
    score = FigureField(source="reason.row.score")
    carry = FigureField(source="reason.row.carry")
    adjusted = FigureField(source="reason.row.adjusted")
    handicap = FigureField(source="reason.row.handicap")
    adjustments = GivenPointsSerializer(many=True)
    ties = serializers.SerializerMethodField()
    missed = serializers.SerializerMethodField()

    @extend_schema_field(TiedSerializer(many=True))
    def get_ties(self, why: WhyTeam) -> object:
        rows = [
            {
                "tie_break": tie.tie_break,
                "value": tie.value,
                "others": [value for _other, value in tie.others],
                "teams": teams,
            }
            for tie, teams in why.ties
        ]
        return TiedSerializer(rows, many=True).data

    def get_missed(self, why: WhyTeam) -> list[int]:
        return sorted(why.missed)
