"""Import of result tables, and USEBIO export."""

from typing import Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.base import Operation
from api.declarative import Deed, Fields, Named, address
from api.permissions import for_directors
from api.serializers.fields import FilePartField, TextField, YesNoField
from api.views.archives import bytes_of
from api.views.entrant_lists import unreadable
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.exports.readers import MAX_BYTES, table_in
from tournaments.exports.workbooks import UnreadableError
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.results.file_rows import rows_in
from tournaments.results.forms.sheets import UNREADABLE_SHEETS
from tournaments.results.selectors.usebio import usebio_of
from tournaments.results.services.result_files import JudgedRow, judge_sheet, record_sheet


class FaultSerializer(serializers.Serializer[object]):
    line = serializers.IntegerField()
    column = serializers.CharField(help_text="its heading in the file; empty for the whole row")
    found = serializers.CharField()
    problem = serializers.CharField()


class SheetDoneSerializer(serializers.Serializer[object]):
    """Counts of an import; ``standing`` results were already stored."""

    good = serializers.IntegerField()
    stored = serializers.IntegerField()
    standing = serializers.IntegerField()
    wrong = FaultSerializer(many=True)


def bring_sheet(
    tournament: Tournament,
    file: str | bytes,
    store: bool,
    override: bool,
    late: bool,
    actor: Actor,
    encoding: str = "",
) -> Named:
    """Validate a result table; with ``store`` record the valid rows; raises Refused."""
    try:
        rows = rows_in(table_in(bytes_of(file), encoding), tournament)
    except UnreadableError as error:
        raise unreadable(error, UNREADABLE_SHEETS, "file") from error
    judged = judge_sheet(tournament, rows, override=override)
    stored = 0
    if store:
        stored = record_sheet(
            tournament=tournament, judged=judged, override=override, late=late, actor=actor
        )
    return {
        "good": sum(each.is_new for each in judged),
        "stored": stored,
        "standing": sum(each.stands and not each.faults for each in judged),
        "wrong": [fault for each in judged for fault in faults_of(each)],
    }


def faults_of(judged: JudgedRow) -> list[Named]:
    return [
        {
            "line": judged.row.line,
            "column": fault.column,
            "found": fault.found,
            "problem": fault.words,
        }
        for fault in judged.faults
    ]


class Usebio(Operation):
    @extend_schema(responses={(200, "application/xml"): OpenApiTypes.STR})
    @for_directors
    def get(self, _request: Request, tournament: Tournament) -> HttpResponse:
        """Participants, boards and travellers in USEBIO 1.2 (docs/results-files.md)."""
        return HttpResponse(usebio_of(tournament), content_type="application/xml; charset=utf-8")


def wishes(kind: type[serializers.BooleanField]) -> Fields:
    """Options besides the file; form fields need booleans as text."""
    return {
        "store": kind(required=False, default=False),
        "override": kind(
            required=False,
            default=False,
            help_text="the boards were dealt elsewhere: the cards here are not asked",
        ),
        "encoding": TextField(
            max_length=20,
            required=False,
            allow_blank=True,
            help_text="of the file, such as `cp1250`, where it was refused as `which_encoding`",
        ),
        "late": kind(required=False, default=False, help_text="although standings are official"),
    }


ADDRESSES: Final = [
    address(
        f"{CODE}results/sheet/",
        "api_results_sheet",
        DIRECTED,
        post=Deed(
            does=bring_sheet,
            takes={
                "file": TextField(
                    max_length=MAX_BYTES * 4 // 3 + 4, help_text="CSV or XLSX, in base64"
                ),
                **wishes(YesNoField),
            },
            parts={
                "file": FilePartField(
                    most=MAX_BYTES,
                    words=UNREADABLE_SHEETS["too_big"],
                    help_text="CSV or XLSX",
                ),
                **wishes(serializers.BooleanField),
            },
            gives=SheetDoneSerializer,
            words="Judge a table of results row by row; with `store` record the good ones.",
        ),
    ),
]
