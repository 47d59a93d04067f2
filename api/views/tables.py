"""API of a table, authorised by the token in its URL.

Only the table's page uses it. The state for its phones is built once for all
(``tournaments.table_app.state_cache``) and mostly served from memory
(``tournaments.live.streams``).
"""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.parsers import TableParser
from api.serializers.table_states import TableNowSerializer
from api.serializers.tables import (
    CallSerializer,
    CallStateSerializer,
    ConfirmationSerializer,
    PlayStateSerializer,
    ReadSerializer,
    ResultEntrySerializer,
    ResultSerializer,
)
from api.views.tournaments import validated_body
from tournaments.console.services.calls import call_director
from tournaments.console.services.messages import mark_message_read
from tournaments.events.entry import Author
from tournaments.models import Play, Result, Table
from tournaments.results.services.records import record_deal
from tournaments.results.services.results import confirm_result, enter_result
from tournaments.state.visibility import published_plays
from tournaments.table_app.links import private_response
from tournaments.table_app.selectors.tables import shared_state, table_etag, table_of_token
from tournaments.table_app.state_cache import CachedTableState, current_state, state_after

PLAYS = inline_serializer(
    "TablePlays",
    {
        "tournament": serializers.CharField(),
        "table": serializers.IntegerField(),
        "plays": inline_serializer(
            "PlayOfTable",
            {
                "play": serializers.IntegerField(),
                "round": serializers.IntegerField(),
                "board": serializers.IntegerField(),
                "state": serializers.ChoiceField(choices=Play.State.choices),
                "version": serializers.IntegerField(allow_null=True),
            },
            many=True,
        ),
    },
)
TAG: Final = OpenApiParameter(
    "tag", str, description="The tag of a state that the table was told of: it may be at hand."
)

ANSWER: Final = OpenApiParameter(
    "answer",
    str,
    enum=["state"],
    description="`state`: what the table's phones show after it, under status 201.",
)


def with_state_alternative(usual: type[serializers.Serializer[Any]]) -> PolymorphicProxySerializer:
    """Response schema: the usual one, or the table's state on request."""
    name = usual.__name__.removesuffix("Serializer")
    return PolymorphicProxySerializer(
        f"{name}OrTableNow", [usual, TableNowSerializer], resource_type_field_name=None
    )


@method_decorator(private_response, name="dispatch")
class TableView(Operation):
    """Authorised by the table's link; no user signs in."""

    asks = ("tag", "answer")
    authentication_classes = ()
    parser_classes = (TableParser,)

    def table(self, token: str) -> Table:
        table = table_of_token(token)
        if table is None:
            words = _("This link is not valid any more. Ask the director.")
            raise NotFound(words, "no_such_table")
        return table


class TableNow(TableView):
    @extend_schema(
        parameters=[TAG],
        responses={200: TableNowSerializer, 304: OpenApiResponse(description="Nothing is new.")},
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """State for the table's phones; 304 if `If-None-Match` has its tag."""
        table = self.table(token)
        hall = shared_state(table)
        etag = table_etag(table, hall)
        known = request.headers.get("If-None-Match", "").removeprefix("W/")  # proxies weaken it
        if known == etag:
            return HttpResponse(status=304, headers={"ETag": etag})
        return state_response(current_state(table, hall))


class TableDetail(TableView):
    @extend_schema(responses=PLAYS)
    def get(self, _request: Request, token: str) -> Response:
        """Boards of this table by round, with the state of their results."""
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
    @extend_schema(
        parameters=[ANSWER],
        request=ResultEntrySerializer,
        responses={201: with_state_alternative(ResultSerializer)},
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Enter a board's result; the same ``client_key`` again changes nothing."""
        table = self.table(token)
        wants_state = is_state_wanted(request)
        values = validated_body(ResultEntrySerializer, request)
        play_id = values.pop("play")
        if "record" in values:
            step, result = None, self.record(table, play_id, values)
        else:
            step = enter_result(table=table, play_id=play_id, **values)
            result = step.result
        if wants_state:
            return state_response(state_after(table, step), status=201)
        return Response(ResultSerializer(result).data, status=201)

    def record(self, table: Table, play_id: int, values: dict[str, Any]) -> Result:
        return record_deal(
            table=table,
            play_id=play_id,
            record=values["record"],
            client_key=values["client_key"],
            author=Author(source=Result.Source.TABLE, side=values["side"], who=values["who"]),
        )


class ConfirmationEntry(TableView):
    @extend_schema(
        parameters=[ANSWER],
        request=ConfirmationSerializer,
        responses={200: PlayStateSerializer, 201: TableNowSerializer},
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Confirm or reject one version of a result."""
        table = self.table(token)
        wants_state = is_state_wanted(request)
        values = validated_body(ConfirmationSerializer, request)
        step = confirm_result(
            table=table, play_id=values.pop("play"), entry_key=values.pop("entry"), **values
        )
        if wants_state:
            return state_response(state_after(table, step), status=201)
        return Response(PlayStateSerializer(step.play).data)


class CallEntry(TableView):
    @extend_schema(
        parameters=[ANSWER],
        request=CallSerializer,
        responses={201: with_state_alternative(CallStateSerializer)},
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Call the director; idempotent while a call is open."""
        table = self.table(token)
        wants_state = is_state_wanted(request)
        values = validated_body(CallSerializer, request)
        plays = Play.objects.filter(pk=values.pop("play"), sitting__table=table)
        board = next((play.board for play in plays.select_related("board")), None)
        call = call_director(table=table, board=board, **values)
        if wants_state:
            return state_response(state_after(table), status=201)
        return Response(CallStateSerializer(call).data, status=201)


class MessageRead(TableView):
    @extend_schema(
        parameters=[ANSWER],
        request=ReadSerializer,
        responses={201: TableNowSerializer},
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Mark a director's message as read; idempotent."""
        table = self.table(token)
        is_state_wanted(request)
        values = validated_body(ReadSerializer, request)
        if not mark_message_read(table=table, message_id=values["message"]):
            raise NotFound(_("There is no such message for this table."), "no_such_message")
        return state_response(state_after(table), status=201)


def is_state_wanted(request: Request) -> bool:
    answer = request.query_params.get("answer")
    if answer not in (None, "state"):
        words = serializers.ChoiceField.default_error_messages["invalid_choice"]
        raise ValidationError({"answer": words.format(input=answer)}, "invalid_choice")
    return answer == "state"


def state_response(found: CachedTableState, status: int = 200) -> HttpResponse:
    headers = {"ETag": found.etag}
    return HttpResponse(
        found.answer(), status=status, content_type="application/json", headers=headers
    )
