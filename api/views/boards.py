from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import for_directors
from api.request_bodies import check_no_members
from api.serializers.boards import (
    CardRefusalSerializer,
    ClosedBoardSerializer,
    ClosingSerializer,
    TriesSerializer,
)
from api.serializers.tables import PlayStateSerializer
from api.views.tournaments import validated_body
from tournaments.models import Play, Tournament
from tournaments.results.selectors.card_conflicts import refusals_of
from tournaments.results.services.table_cards import reset_attempts
from tournaments.rulings.services.closing import close_board, reopen_board


class Closing(Operation):
    @extend_schema(request=ClosingSerializer, responses=ClosedBoardSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Close a board that no table plays any more: its cards become public."""
        board = get_object_or_404(tournament.boards, number=number)
        values = validated_body(ClosingSerializer, request)
        closed = close_board(board=board, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(ClosedBoardSerializer(closed).data)

    @extend_schema(responses={200: ClosedBoardSerializer})
    @for_directors
    def delete(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Reopen the board."""
        check_no_members(request)
        board = get_object_or_404(tournament.boards, number=number)
        opened = reopen_board(board=board, actor=request.user)  # type: ignore[arg-type]
        return Response(ClosedBoardSerializer(opened).data)


class RefusalList(Operation):
    @extend_schema(responses=CardRefusalSerializer(many=True))
    @for_directors
    def get(self, request: Request, tournament: Tournament) -> Response:
        """Entries that contradicted the cards, and why; newest first."""
        return Response(CardRefusalSerializer(refusals_of(tournament), many=True).data)


class EntryLimit(Operation):
    @extend_schema(request=TriesSerializer, responses=PlayStateSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Reset a table's entry limit after too many entries against the cards."""
        plays = Play.objects.filter(sitting__round__tournament=tournament)
        play = get_object_or_404(plays, pk=validated_body(TriesSerializer, request)["play"])
        reset_play = reset_attempts(play_id=play.pk, actor=request.user)  # type: ignore[arg-type]
        return Response(PlayStateSerializer(reset_play).data)
