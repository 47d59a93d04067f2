"""What a table sends and sees; its token in the address is the right to do so."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.serializers.tables import (
    ConfirmationSerializer,
    PlayStateSerializer,
    ResultEntrySerializer,
    ResultSerializer,
)
from api.views.tournaments import valid
from tournaments.facts import Author
from tournaments.models import Result, Table
from tournaments.selectors.visibility import published_plays
from tournaments.services.records import record_deal
from tournaments.services.results import confirm_result, enter_result

PLAYS = inline_serializer(
    "TablePlays",
    {
        "tournament": serializers.CharField(),
        "table": serializers.IntegerField(),
        "plays": serializers.ListField(child=serializers.JSONField()),
    },
)


class TableView(APIView):
    """Open to whoever has the table's link; nobody signs in."""

    authentication_classes = ()

    def table(self, token: str) -> Table:
        return get_object_or_404(Table.objects.select_related("tournament"), token=token)


class TableDetail(TableView):
    @extend_schema(responses=PLAYS)
    def get(self, _request: Request, token: str) -> Response:
        """The boards that this table plays, round by round, and how sure their results are."""
        table = self.table(token)
        shown = published_plays(table.tournament).filter(sitting__table=table)
        plays = shown.values_list(
            "pk", "sitting__round__number", "board__number", "state", "current__version"
        )
        names = ("play", "round", "board", "state", "version")
        return Response(
            {
                "tournament": table.tournament.code,
                "table": table.number,
                "plays": [dict(zip(names, play, strict=True)) for play in plays],
            }
        )


class ResultEntry(TableView):
    @extend_schema(request=ResultEntrySerializer, responses={201: ResultSerializer})
    def post(self, request: Request, token: str) -> Response:
        """Enter what a board scored; the same ``client_key`` again changes nothing."""
        table = self.table(token)
        values = valid(ResultEntrySerializer, request)
        play_id = values.pop("play")
        result = (
            self.record(table, play_id, values)
            if "record" in values
            else enter_result(table=table, play_id=play_id, **values).result
        )
        return Response(ResultSerializer(result).data, status=201)

    def record(self, table: Table, play_id: int, values: dict[str, Any]) -> Result:
        """Store a whole deal, call by call and card by card."""
        return record_deal(
            table=table,
            play_id=play_id,
            record=values["record"],
            client_key=values["client_key"],
            author=Author(source=Result.Source.TABLE, side=values["side"], who=values["who"]),
        )


class ConfirmationEntry(TableView):
    @extend_schema(request=ConfirmationSerializer, responses=PlayStateSerializer)
    def post(self, request: Request, token: str) -> Response:
        """Say whether one version of a result is right."""
        table = self.table(token)
        values = valid(ConfirmationSerializer, request)
        step = confirm_result(table=table, play_id=values.pop("play"), **values)
        return Response(PlayStateSerializer(step.play).data)
