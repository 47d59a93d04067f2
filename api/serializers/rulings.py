from fractions import Fraction

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import (
    BodyOfModel,
    IdField,
    ObjectField,
    TextField,
    WholeField,
    WordField,
    YesNoField,
)
from api.serializers.preconditions import SeenMark, SeenVersion
from tournaments.errors import RuleViolationError
from tournaments.models import Adjustment, FouledBoard, Result, Tournament
from tournaments.scoring import EXACT_NUMBER
from tournaments.state.version_tokens import scoring_state

MOST_AMOUNT = 10**18 - 1


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": -MOST_AMOUNT, "maximum": MOST_AMOUNT},
            {"type": "string", "pattern": f"^{EXACT_NUMBER.pattern}$"},
        ],
        "example": "-5/2",
    }
)
class ExactField(serializers.Field):  # type: ignore[type-arg]
    """An exact number: whole, or text such as "2.5" and "-1/3"."""

    def to_internal_value(self, data: object) -> Fraction:
        if isinstance(data, float) and data.is_integer():
            data = int(data)
        if type(data) not in (int, str) or not EXACT_NUMBER.fullmatch(str(data)):
            raise serializers.ValidationError('A whole number, or text like "2.5" or "1/3".')
        return Fraction(str(data))

    def to_representation(self, value: Fraction) -> str:
        return str(value)


class RulingSerializer(serializers.Serializer[None]):
    """A ruling on one board; ``awards`` as in docs/standings.md."""

    play = IdField()
    kind = WordField(choices=[(str(each), each.label) for each in Result.BY_RULING])
    awards = ObjectField(required=False, allow_null=True, default=None)
    reason = TextField(max_length=300)
    is_public = YesNoField(required=False, default=True)
    late = YesNoField(required=False, default=False)
    seen = SeenVersion()


class FouledBoardSerializer(serializers.Serializer[FouledBoard]):
    """Which tables had which cards of a board; the newest version counts."""

    board = WholeField(source="board.number", read_only=True)
    version = WholeField(read_only=True)
    groups = serializers.DictField(
        child=WholeField(min_value=0),
        help_text="group by play: 1 to 4 had other cards; others, and 0, those as dealt",
    )
    reason = TextField(max_length=300)
    is_public = YesNoField(required=False, default=True)
    late = YesNoField(required=False, default=False, write_only=True)
    seen = SeenVersion()

    def validate_groups(self, groups: dict[str, int]) -> dict[int, int]:
        if not all(play.isascii() and play.isdigit() and len(play) < 19 for play in groups):
            raise RuleViolationError(
                "no_such_play", _("Plays are named by their ids."), field="groups"
            )
        return {int(play): group for play, group in groups.items()}


class NewFouledBoardSerializer(FouledBoardSerializer):
    """A new version; ``board`` and ``version`` are accepted and ignored."""


class NewAdjustmentSerializer(serializers.Serializer[None]):
    """Points for a team by number, in the event's units; 0 is a warning."""

    team = WholeField(help_text="the number of the team")
    amount = ExactField()
    per = WordField(choices=Adjustment.Per.choices, default=Adjustment.Per.TOTAL)
    round = WholeField(required=False, default=None, allow_null=True)
    reason = TextField(max_length=300)
    is_public = YesNoField(required=False, default=True)
    late = YesNoField(required=False, default=False)
    seen = SeenVersion(
        help_text="the id of the newest adjustment that was looked at, 0 for none: what the team "
        "was given since is not given twice; 409 if it was something else"
    )


class CancelSerializer(serializers.Serializer[None]):
    reason = TextField(max_length=300)
    late = YesNoField(required=False, default=False)


class AdjustmentSerializer(serializers.ModelSerializer[Adjustment]):
    """Points given or taken; published unless private or cancelled."""

    team = serializers.IntegerField(source="team.number", read_only=True)
    round = serializers.IntegerField(
        source="round.number", default=None, allow_null=True, read_only=True
    )
    is_cancelled = serializers.SerializerMethodField()

    class Meta:
        model = Adjustment
        fields = [
            "id",
            "team",
            "amount",
            "per",
            "round",
            "reason",
            "is_public",
            "is_cancelled",
            "created_at",
        ]

    def get_is_cancelled(self, row: Adjustment) -> bool:
        return getattr(row, "cancelled_by", None) is not None


class ScoringSerializer(BodyOfModel):
    """Scoring settings; a change with results requires ``reason``."""

    seen = SeenMark()
    match_scale = ObjectField(required=False)
    tie_breaks = serializers.ListField(child=TextField(), required=False, max_length=50)
    scoring_options = ObjectField(required=False)
    reason = TextField(max_length=300, required=False, write_only=True, allow_blank=True)
    late = YesNoField(required=False, write_only=True)

    class Meta:
        model = Tournament
        fields = [
            "scoring",
            "match_scale",
            "tie_breaks",
            "scoring_options",
            "carry",
            "carry_share",
            "reason",
            "late",
            "seen",
        ]

    def to_representation(self, instance: Tournament) -> dict[str, object]:
        """Adds the version token, to send back with a change."""
        return {**super().to_representation(instance), "seen": scoring_state(instance).seen}
