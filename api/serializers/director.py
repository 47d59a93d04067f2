from rest_framework import serializers

from api.serializers.fields import VariantField
from tournaments.events.log import LogLine
from tournaments.models import EntryPlan, HelperLink, RuleSet, Signup
from tournaments.rulings.selectors.suspicious_results import SuspiciousResult


class LogLineSerializer(serializers.Serializer[LogLine]):
    at = serializers.DateTimeField()
    who = serializers.CharField()
    where = serializers.CharField()
    what = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()


class DoubtSerializer(serializers.Serializer[SuspiciousResult]):
    """A suspicious result; ``result`` is the id of the version that was checked."""

    play = serializers.IntegerField()
    result = serializers.IntegerField()
    suspicion = serializers.CharField(source="doubt.suspicion")
    contract = serializers.CharField()
    declarer = serializers.CharField()
    contra = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())


class HelperLinkSerializer(serializers.ModelSerializer[HelperLink]):
    kind = serializers.CharField(read_only=True)
    is_open = serializers.BooleanField(read_only=True)

    class Meta:
        model = HelperLink
        fields = [
            "id",
            "kind",
            "name",
            "place",
            "tables",
            "created_at",
            "expires_at",
            "stopped_at",
            "claimed_at",
            "last_used_at",
            "is_open",
        ]
        read_only_fields = fields


class MadeLinkSerializer(HelperLinkSerializer):
    class Meta(HelperLinkSerializer.Meta):
        fields = [*HelperLinkSerializer.Meta.fields, "code"]
        read_only_fields = fields


class HouseRulesSerializer(serializers.Serializer[object]):
    variant = VariantField(read_only=True)
    seen = serializers.CharField()
    facts_version = serializers.IntegerField(
        help_text="sent back as `expected`, a change is refused by 409 if results came in since"
    )


class RescoredSerializer(serializers.Serializer[object]):
    play = serializers.IntegerField(source="play.pk")
    before = serializers.SerializerMethodField()
    after = serializers.ListField(child=serializers.IntegerField(), source="after.score")

    def get_before(self, row: object) -> list[int]:
        result = row.before  # type: ignore[attr-defined]
        return [result.ns_score, result.ew_score]


class StrandedSerializer(serializers.Serializer[object]):
    """A result that is impossible under other rules, and why; it stays as it is."""

    play = serializers.IntegerField(source="play.pk")
    reason = serializers.CharField()


class RuleChangeSerializer(serializers.Serializer[object]):
    variant = VariantField(read_only=True)
    results = serializers.IntegerField(help_text="how many there are")
    rescored = RescoredSerializer(many=True)
    stranded = StrandedSerializer(many=True)


class RuleSetSerializer(serializers.ModelSerializer[RuleSet]):
    variant = VariantField(read_only=True)

    class Meta:
        model = RuleSet
        fields = ["id", "name", "version", "variant"]
        read_only_fields = fields


class QueuedSignupSerializer(serializers.ModelSerializer[Signup]):
    players = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Signup
        fields = ["id", "place", "state", "players", "name", "wants_partner", "created_at"]
        read_only_fields = fields


class EntryPlanSerializer(serializers.ModelSerializer[EntryPlan]):
    contact = serializers.CharField(read_only=True)

    class Meta:
        model = EntryPlan
        fields = ["is_open", "closes_at", "most", "needs_approval", "shows_names", "contact"]
        read_only_fields = fields


class RecordsDoneSerializer(serializers.Serializer[object]):
    good = serializers.IntegerField()
    stored = serializers.IntegerField()
    wrong = serializers.ListField(child=serializers.DictField(), help_text="item and problem")
