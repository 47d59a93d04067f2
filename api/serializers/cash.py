"""Entry desk and till; amounts are integers of the smallest coin."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import IdField, TextField, WholeField, WordField
from tournaments.cash.money import CURRENCIES, MAX_AMOUNT
from tournaments.cash.selectors.accounts import Account, LedgerRow, Till
from tournaments.cash.selectors.desk import EntryDesk, EntryRow
from tournaments.cash.services.fees import MAX_KINDS, FeeKindRequest
from tournaments.models import FeeKind, FeePlan, LedgerLine, PrizePlan

COINS: Final = "in the smallest coin"


class PersonSerializer(serializers.Serializer[object]):
    name = serializers.SerializerMethodField()
    kind = serializers.SerializerMethodField()

    def get_name(self, person: tuple[str, FeeKind | None]) -> str:
        return person[0]

    def get_kind(self, person: tuple[str, FeeKind | None]) -> int | None:
        return person[1].pk if person[1] else None


class AccountSerializer(serializers.Serializer[Account]):
    """An entrant at the desk; ``seen`` is the version token for partial payments."""

    team = serializers.IntegerField(source="team.pk")
    number = serializers.IntegerField(source="team.number", allow_null=True)
    name = serializers.CharField(source="team.name")
    is_present = serializers.BooleanField(source="team.is_present")
    absence = serializers.CharField(source="team.absence", help_text="late, left or empty")
    people = PersonSerializer(many=True)
    fee = serializers.IntegerField(help_text=COINS)
    paid = serializers.IntegerField()
    due = serializers.IntegerField()
    seen = serializers.CharField()


class DeskRowSerializer(serializers.Serializer[EntryRow]):
    """An entrant and its usual next step; empty: none."""

    account = AccountSerializer()
    next = serializers.CharField()


class TillSerializer(serializers.Serializer[Till]):
    cash = serializers.IntegerField(help_text=COINS)
    card = serializers.IntegerField()
    total = serializers.IntegerField()
    lines = serializers.IntegerField()
    is_closed = serializers.BooleanField()


class DeskSerializer(serializers.Serializer[EntryDesk]):
    rows = DeskRowSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    has_fees = serializers.SerializerMethodField()
    till = TillSerializer()
    owed = serializers.IntegerField(help_text=COINS)

    def get_has_fees(self, desk: EntryDesk) -> bool:
        return desk.plan is not None


class LedgerLineSerializer(serializers.ModelSerializer[LedgerLine]):
    """A till line; it never changes, another one cancels it."""

    kind = serializers.CharField(read_only=True)
    cancels = serializers.IntegerField(
        source="cancels.number", read_only=True, allow_null=True, default=None
    )

    class Meta:
        model = LedgerLine
        fields = [
            "number",
            "kind",
            "method",
            "team",
            "amount",
            "owed",
            "cancels",
            "expected",
            "counted",
            "note",
            "who",
            "at",
        ]
        read_only_fields = fields


class ShownLineSerializer(serializers.Serializer[LedgerRow]):
    line = LedgerLineSerializer()
    is_cancelled = serializers.BooleanField()
    cash_after = serializers.IntegerField(help_text=COINS)
    total_after = serializers.IntegerField()


class FeeKindSerializer(serializers.ModelSerializer[FeeKind]):
    """A fee kind: a usual one by code, or one with its own name."""

    class Meta:
        model = FeeKind
        fields = ["id", "code", "name", "amount"]
        read_only_fields = fields


class FeesSerializer(serializers.Serializer[FeePlan]):
    """Fees; ``buy_back`` is the price of entering again."""

    currency = serializers.CharField()
    buy_back = serializers.IntegerField(allow_null=True)
    kinds = FeeKindSerializer(many=True, source="tournament.fee_kinds.all")


class KindWantedSerializer(serializers.Serializer[Mapping[str, object]]):
    """A fee kind; with an ``id``, that one is changed."""

    amount = WholeField(max_value=MAX_AMOUNT, help_text=COINS)
    code = serializers.ChoiceField(
        choices=FeeKind.Code.choices, required=False, default="", allow_blank=True
    )
    name = TextField(max_length=40, required=False, default="", allow_blank=True)
    id = IdField(required=False, allow_null=True, default=None)


class NewFeesSerializer(serializers.Serializer[Mapping[str, object]]):
    currency = WordField(choices=[(each, each) for each in CURRENCIES])
    buy_back = WholeField(max_value=MAX_AMOUNT, required=False, allow_null=True, default=None)
    kinds = serializers.ListField(child=KindWantedSerializer(), min_length=1, max_length=MAX_KINDS)

    def validate_kinds(self, kinds: list[dict[str, Any]]) -> list[FeeKindRequest]:
        return [FeeKindRequest(pk=kind.pop("id"), **kind) for kind in kinds]


class PrizePlanSerializer(serializers.ModelSerializer[PrizePlan]):
    shares = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    announced = serializers.ListField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = PrizePlan
        fields = [
            "way", "percent", "fixed", "step", "shares", "nth", "listed", "each", "note",
            "announced",
        ]  # fmt: skip
        read_only_fields = fields


class DeskStepSerializer(serializers.Serializer[object]):
    team = serializers.IntegerField(source="team_id", allow_null=True)


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]?$"},
        "additionalProperties": {"type": "integer", "minimum": 1},
    }
)
class KindsField(serializers.DictField):
    """Fee kind ids by position in the team, from 1."""

    child = IdField()

    def to_internal_value(self, data: object) -> dict[int, int]:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if not all(key in PLACES for key in data):
            self.fail("not_a_dict", input_type="places")
        return {int(place): kind for place, kind in super().to_internal_value(data).items()}


PLACES: Final = frozenset(str(place) for place in range(1, 100))
