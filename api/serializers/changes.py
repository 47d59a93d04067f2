from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import override
from rest_framework import serializers

from api.serializers.exact_numbers import FigureField
from api.serializers.fields import PeopleField, TextField, WholeField, YesNoField
from api.serializers.preconditions import SeenVersion
from tournaments.changes.registry import Text
from tournaments.changes.selectors.changes import what
from tournaments.changes.services.preview import PlaceMove, Preview, RoundMoves, SeatMove
from tournaments.models import Change
from tournaments.scoring import Row


class ChangeRequestSerializer(serializers.Serializer[None]):
    """Common fields of changes; with ``preview`` nothing is stored."""

    reason = TextField(max_length=300, required=False, default="", allow_blank=True)
    preview = YesNoField(required=False, default=False)
    seen = SeenVersion(
        help_text="the id of the newest change that was looked at, 0 for none: the same request "
        "once more gives the change that was made of it; 409 if there is another one"
    )


NUMBER_OF_TEAM: Final = "a team's number"
CHANGE_FIELDS: Final[Mapping[str, serializers.Field[Any, Any, Any, Any]]] = {
    "team": WholeField(help_text="its number"),
    "first": WholeField(help_text=NUMBER_OF_TEAM),
    "second": WholeField(help_text=NUMBER_OF_TEAM),
    "players": serializers.ListField(child=TextField(max_length=90), max_length=8),
    "people": PeopleField(),
    "leaves": TextField(max_length=120, help_text="the name of the team's player"),
    "comes": TextField(max_length=120),
    "from_round": WholeField(min_value=1),
    "to_round": WholeField(
        min_value=1, required=False, allow_null=True, default=None, help_text="null: to the end"
    ),
    "rounds": serializers.ListField(child=WholeField(min_value=1), max_length=200),
    "length": WholeField(min_value=1, max_value=60, help_text="rounds in all"),
    "first_rest": serializers.ChoiceField(
        choices=["last", "new", "lot"],
        required=False,
        default="last",
        help_text="who rests first where the field is full",
    ),
    "boards": serializers.ChoiceField(
        choices=["kept", "same"],
        required=False,
        default="kept",
        help_text="same: all tables play the same boards in a round",
    ),
    "sides.boards": serializers.ListField(
        child=WholeField(min_value=1),
        max_length=60,
        required=False,
        default=list,
        help_text="numbers of boards; empty: all boards of the table",
    ),
    "new_boards": YesNoField(required=False, default=False, help_text="dealt for it"),
    "no_show": YesNoField(required=False, default=False, help_text="never came"),
    "round": WholeField(),
    "table": WholeField(),
    "other": WholeField(help_text="the number of the other table"),
    "board_set": WholeField(min_value=1, help_text="the set that was really played"),
    "mend": YesNoField(required=False, default=True),
    "board": WholeField(help_text="a board's number"),
    "other_board": WholeField(help_text="the number of the other board"),
    "override": YesNoField(
        required=False, default=False, help_text="although it does not agree with the cards"
    ),
}


def request_serializer(
    slug: str, takes: Iterable[str], words: Text
) -> type[ChangeRequestSerializer]:
    """Request serializer of a change, named and described by its row."""
    name = slug.title().replace("-", "")
    with override(None):
        attributes = {"__doc__": str(words)}
    fields = {field.removeprefix(f"{slug}."): CHANGE_FIELDS[field] for field in takes}
    return type(f"{name}ChangeSerializer", (ChangeRequestSerializer,), attributes | fields)


class MovedSeatSerializer(serializers.Serializer[SeatMove]):
    """A team's seat after the change; without a table it sits out."""

    team = serializers.IntegerField(source="team.number", allow_null=True)
    table = serializers.IntegerField(source="after.table", allow_null=True)
    side = serializers.CharField(source="after.side")
    place = serializers.CharField(source="after.place")


class MovedRoundSerializer(serializers.Serializer[RoundMoves]):
    """Changes in a round: seats, and boards as [table, before, after]."""

    number = serializers.IntegerField()
    seats = MovedSeatSerializer(many=True)
    boards = serializers.ListField(child=serializers.JSONField())


class RankedSerializer(serializers.Serializer[Row]):
    rank = serializers.IntegerField()
    total = FigureField()


class MovedPlaceSerializer(serializers.Serializer[PlaceMove]):
    """A team's rank and total before and after; null if unranked."""

    team = serializers.IntegerField(source="team.number", allow_null=True)
    section = serializers.CharField(source="change.section.value")
    before = RankedSerializer(source="change.before", allow_null=True)
    after = RankedSerializer(source="change.after", allow_null=True)


class ChangePreviewSerializer(serializers.Serializer[Preview]):
    """Effect of a change; ``results`` counts results that would move."""

    rounds = MovedRoundSerializer(many=True)
    leaving = serializers.SerializerMethodField()
    standings = MovedPlaceSerializer(many=True, source="places")
    faults = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    results = serializers.IntegerField()

    def get_leaving(self, found: Preview) -> list[dict[str, int | None]]:
        return [
            {"team": team.number, "from_round": first, "to_round": last}
            for team, first, last in found.leaving
        ]


class ChangeSerializer(serializers.Serializer[Change | QuerySet[Change]]):
    """A stored change; ``undoes`` names the one that it undid."""

    id = serializers.IntegerField(source="pk")
    action = serializers.CharField()
    words = serializers.SerializerMethodField()
    details = serializers.DictField()
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    created_at = serializers.DateTimeField()

    def get_words(self, change: Change) -> str:
        return what(change)
