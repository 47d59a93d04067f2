from collections.abc import Mapping

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import VariantField, WholeField
from games.deal_sets.forms import MOST_SEED
from games.deal_sets.selectors import records_of, set_progress
from games.deal_sets.services import MOST_BOARDS
from games.models import DealSet


@extend_schema_field(
    {
        "type": "array",
        "maxItems": 12,
        "items": {"type": "object"},
        "example": [{"seat": "W", "run": 5}, {"side": "NS", "makes": "AT"}],
        "description": (
            "One of: {seat, cards}, {seat, run, suit}, {seat, carre}, {seat, belote}, "
            "{seat, suit, least, most}, {seat, rank, least, most}, "
            "{seat, points, least, most}, {side, makes}."
        ),
    }
)
class WishesField(serializers.JSONField):
    """A list of wishes."""


class NewDealSetSerializer(serializers.Serializer[None]):
    """Wishes for boards, or ``records`` of existing ones."""

    variant = VariantField(required=False)
    wishes = WishesField(required=False)
    count = WholeField(required=False, default=1, min_value=1, max_value=MOST_BOARDS)
    seed = WholeField(required=False, min_value=0, max_value=MOST_SEED)
    records = serializers.ListField(
        child=serializers.DictField(), required=False, max_length=MOST_BOARDS
    )


class DealRecordSerializer(serializers.Serializer[Mapping[str, object]]):
    """An unplayed deal (``docs/deal-record.md``)."""

    board = serializers.IntegerField()
    variant = VariantField()
    dealer = serializers.CharField()
    pack = serializers.CharField()


class DealSetSerializer(serializers.ModelSerializer[DealSet]):
    variant = VariantField()
    wishes = WishesField()
    state = serializers.SerializerMethodField()
    boards = serializers.SerializerMethodField()

    class Meta:
        model = DealSet
        fields = [
            "share", "variant", "wishes", "seed", "wanted", "looked_at", "created_at", "state",
            "boards",
        ]  # fmt: skip

    @extend_schema_field(
        serializers.ChoiceField(choices=["waiting", "running", "done", "rare", "failed"])
    )
    def get_state(self, deal_set: DealSet) -> str:
        return set_progress(deal_set).state

    @extend_schema_field(DealRecordSerializer(many=True))
    def get_boards(self, deal_set: DealSet) -> list[dict[str, object]]:
        return records_of(deal_set)
