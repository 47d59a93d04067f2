from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import for_directors, tournament_or_404
from api.request_bodies import valid_values
from api.serializers.rulings import (
    AdjustmentSerializer,
    CancelSerializer,
    FouledBoardSerializer,
    NewAdjustmentSerializer,
    NewFouledBoardSerializer,
    RulingSerializer,
    ScoringSerializer,
)
from api.serializers.tables import ResultSerializer
from api.views.tournaments import validated_body
from tournaments.models import Adjustment, Play, Result, Tournament
from tournaments.results.selectors.exports import facts_of
from tournaments.rulings.selectors.rulings import adjustments_of
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import adjust, cancel_adjustment, rule_result
from tournaments.standings.services import change_scoring


class RulingView(Operation):
    @extend_schema(request=RulingSerializer, responses={201: ResultSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Rule what a board counts; all versions are stored."""
        values = validated_body(RulingSerializer, request)
        plays = Play.objects.filter(sitting__round__tournament=tournament)
        play = get_object_or_404(plays, pk=values.pop("play"))
        kind = Result.Kind(values.pop("kind"))
        result = rule_result(play_id=play.pk, kind=kind, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(ResultSerializer(result).data, status=201)


class CardsView(Operation):
    @extend_schema(request=NewFouledBoardSerializer, responses={201: FouledBoardSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Declare which tables had other cards of a board; with none all are compared."""
        board = get_object_or_404(tournament.boards, number=number)
        values = validated_body(NewFouledBoardSerializer, request)
        fouled_board = split_board(board=board, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(FouledBoardSerializer(fouled_board).data, status=201)


class AdjustmentList(Operation):
    @extend_schema(responses=AdjustmentSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """Points given and taken; directors also see private and cancelled ones."""
        tournament = tournament_or_404(code)
        directs = request.user.has_perm("tournaments.direct", tournament)
        adjustments = adjustments_of(tournament, for_public=not directs)
        return Response(AdjustmentSerializer([each.row for each in adjustments], many=True).data)

    @extend_schema(request=NewAdjustmentSerializer, responses={201: AdjustmentSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Give or take points, with a reason."""
        values = validated_body(NewAdjustmentSerializer, request)
        team = get_object_or_404(tournament.teams, number=values.pop("team"))
        values["round_number"] = values.pop("round")
        adjustment = adjust(team=team, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(AdjustmentSerializer(adjustment).data, status=201)


class AdjustmentCancel(Operation):
    @extend_schema(request=CancelSerializer, responses={201: AdjustmentSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament, adjustment_id: int) -> Response:
        """Cancel an adjustment; both rows stay."""
        adjustment = get_object_or_404(Adjustment, pk=adjustment_id, tournament=tournament)
        values = validated_body(CancelSerializer, request)
        cancellation = cancel_adjustment(adjustment=adjustment, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(AdjustmentSerializer(cancellation).data, status=201)


class ScoringView(Operation):
    @extend_schema(responses=ScoringSerializer)
    def get(self, _request: Request, code: str) -> Response:
        """How the tournament is scored."""
        return Response(ScoringSerializer(tournament_or_404(code)).data)

    @extend_schema(request=ScoringSerializer, responses=ScoringSerializer)
    @for_directors
    def patch(self, request: Request, tournament: Tournament) -> Response:
        """Change the scoring; standings are recomputed, results stay."""
        body = ScoringSerializer(tournament, data=request.data, partial=True)
        values = valid_values(body, request)
        changed = change_scoring(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(ScoringSerializer(changed).data)


class FactsView(Operation):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    @for_directors
    def get(self, request: Request, tournament: Tournament) -> Response:
        """Input of the standings, as `manage.py standings --json` reads it."""
        return Response(facts_of(tournament))
