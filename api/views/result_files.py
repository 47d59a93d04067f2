"""Import of result tables, and USEBIO export."""

from typing import Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.base import Operation
from api.declarative import Fields, Kwargs, OperationSpec, api_path
from api.permissions import for_directors
from api.serializers.fields import FilePartField, TextField, YesNoField
from api.views.archives import decode_file
from api.views.entrant_lists import unreadable_file_error
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


class SheetImportSerializer(serializers.Serializer[object]):
    """Counts of an import; ``standing`` results were already stored."""

    good = serializers.IntegerField()
    stored = serializers.IntegerField()
    standing = serializers.IntegerField()
    wrong = FaultSerializer(many=True)


def import_sheet(
    tournament: Tournament,
    file: str | bytes,
    store: bool,
    override: bool,
    late: bool,
    actor: Actor,
    encoding: str = "",
) -> Kwargs:
    """Validate a result table; with ``store`` record the valid rows; raises Refused."""
    try:
        rows = rows_in(table_in(decode_file(file), encoding), tournament)
    except UnreadableError as error:
        raise unreadable_file_error(error, UNREADABLE_SHEETS, "file") from error
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
        "wrong": [fault for each in judged for fault in fault_rows(each)],
    }


def fault_rows(judged: JudgedRow) -> list[Kwargs]:
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


def import_options(kind: type[serializers.BooleanField]) -> Fields:
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
    api_path(
        f"{CODE}results/sheet/",
        "api_results_sheet",
        DIRECTED,
        post=OperationSpec(
            does=import_sheet,
            takes={
                "file": TextField(
                    max_length=MAX_BYTES * 4 // 3 + 4, help_text="CSV or XLSX, in base64"
                ),
                **import_options(YesNoField),
            },
            parts={
                "file": FilePartField(
                    most=MAX_BYTES,
                    words=UNREADABLE_SHEETS["too_big"],
                    help_text="CSV or XLSX",
                ),
                **import_options(serializers.BooleanField),
            },
            gives=SheetImportSerializer,
            words="Judge a table of results row by row; with `store` record the good ones.",
        ),
    ),
]
