"""Draw a tournament and its rounds, and publish them; for those who run the club."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.access import for_directors, tournament_or_404
from api.serializers.draws import DrawnRoundSerializer, DrawSerializer, NextRoundSerializer
from api.serializers.tournaments import TournamentSerializer
from api.views.tournaments import valid
from tournaments.draws.services import draw_tournament, publish_draw, take_draw_back
from tournaments.models import Tournament
from tournaments.rounds.services import draw_next_round, publish_round, take_round_back


class DrawView(APIView):
    @extend_schema(request=DrawSerializer, responses={201: TournamentSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Draw the teams that are present; nobody sees it before it is published."""
        values = valid(DrawSerializer, request)
        draw_tournament(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(TournamentSerializer(tournament_or_404(tournament.code)).data, status=201)

    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament) -> Response:
        """Take the draw back while there is no result."""
        take_draw_back(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)


class DrawPublication(APIView):
    @extend_schema(request=None, responses=TournamentSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Show everybody who sits where."""
        publish_draw(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        return Response(TournamentSerializer(tournament_or_404(tournament.code)).data)


class NextRoundView(APIView):
    @extend_schema(request=NextRoundSerializer, responses={201: DrawnRoundSerializer, 202: None})
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Draw the next round as a draft; 202 while a worker pairs a large field.

        A round that is drawn already is given back, so it is safe to repeat with its number.
        """
        values = valid(NextRoundSerializer, request)
        row = draw_next_round(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        if row is None:
            return Response(status=202)
        return Response(DrawnRoundSerializer(row).data, status=201)


class RoundPublication(APIView):
    @extend_schema(request=None, responses=DrawnRoundSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Show everybody a drafted round."""
        row = publish_round(tournament=tournament, number=number, actor=request.user)  # type: ignore[arg-type]
        return Response(DrawnRoundSerializer(row).data)


class RoundDraft(APIView):
    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Throw the last round away while it has no result."""
        take_round_back(tournament=tournament, number=number, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)
