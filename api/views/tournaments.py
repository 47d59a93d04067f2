from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.base import Operation
from api.filters import TournamentFilter
from api.permissions import (
    counted_tournament,
    counted_tournaments,
    for_directors,
    permission_required,
    tournament_or_404,
)
from api.request_bodies import check_no_members, valid_values
from api.scopes import Scope, scope_required
from api.serializers.entrants import EnteredTeamSerializer
from api.serializers.tables import CorrectionSerializer, ResultSerializer
from api.serializers.tournaments import (
    BoardCountSerializer,
    BoardSerializer,
    ClosedBoard,
    NewTeamSerializer,
    NewTournamentSerializer,
    RoundSerializer,
    StandingsSerializer,
    TeamSerializer,
    TournamentSerializer,
)
from tournaments.entries.selectors.team_lines import team_line
from tournaments.entries.services.entries import add_team
from tournaments.models import Club, Play, Tournament
from tournaments.public.selectors.boards import board_counts, board_page
from tournaments.public.selectors.rounds import seats_in
from tournaments.registration.selectors import shown_teams
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import create_tournament, delete_tournament
from tournaments.standings.selectors import standings_of

Shown = TypeVar("Shown")


class TournamentList(Operation, ListAPIView[Tournament]):
    """The publicly listed tournaments, newest first."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return counted_tournaments().filter(is_public=True)

    @extend_schema(request=NewTournamentSerializer, responses={201: TournamentSerializer})
    @scope_required(Scope.CLUB)
    def post(self, request: Request) -> Response:
        """Create a tournament in a club that you run."""
        values = validated_body(NewTournamentSerializer, request)
        values["club"] = get_object_or_404(Club, pk=values["club"])
        if not request.user.has_perm("tournaments.create_in_club", values["club"]):
            raise PermissionDenied if request.user.is_authenticated else NotAuthenticated
        tournament = create_tournament(actor=request.user, **values)  # type: ignore[arg-type]
        return Response(TournamentSerializer(counted_tournament(tournament.code)).data, status=201)


class TournamentDetail(Operation):
    @extend_schema(responses=TournamentSerializer)
    def get(self, _request: Request, code: str) -> Response:
        """One tournament; its code also opens an unlisted one."""
        return Response(TournamentSerializer(counted_tournament(code)).data)

    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament) -> Response:
        """Delete a tournament without results; its club can restore it for 30 days."""
        check_no_members(request)
        delete_tournament(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)


class TeamList(Operation):
    @extend_schema(responses=TeamSerializer(many=True))
    def get(self, _request: Request, code: str) -> Response:
        """The teams; none before the draw if only their number is public."""
        return Response(TeamSerializer(shown_teams(tournament_or_404(code)), many=True).data)

    @extend_schema(request=NewTeamSerializer, responses={201: EnteredTeamSerializer})
    @permission_required("tournaments.take_money")
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Enter a team, before the draw."""
        values = validated_body(NewTeamSerializer, request)
        team = add_team(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(EnteredTeamSerializer(team_line(team)).data, status=201)


class RoundList(Operation):
    @extend_schema(responses=RoundSerializer(many=True))
    def get(self, _request: Request, code: str) -> Response:
        """The seating of every round of a published draw."""
        tournament = tournament_or_404(code)
        numbers = range(1, tournament.rounds.count() + 1)
        seats = [seated for number in numbers if (seated := seats_in(tournament, number))]
        return Response(RoundSerializer(seats, many=True).data)


class RoundDetail(Operation):
    @extend_schema(responses=RoundSerializer)
    def get(self, _request: Request, code: str, number: int) -> Response:
        """The seating of one round."""
        seats = seats_in(tournament_or_404(code), number)
        if seats is None:
            raise Http404
        return Response(RoundSerializer(seats).data)


class BoardList(Operation):
    @extend_schema(responses=BoardCountSerializer(many=True))
    def get(self, _request: Request, code: str) -> Response:
        """Progress of each board; nothing else is public before it is over."""
        return Response(BoardCountSerializer(board_counts(tournament_or_404(code)), many=True).data)


class BoardDetail(Operation):
    @extend_schema(responses=BoardSerializer)
    def get(self, _request: Request, code: str, number: int) -> Response:
        """A board; its deal and all results once it is over."""
        tournament = tournament_or_404(code)
        count = next((c for c in board_counts(tournament) if c.number == number), None)
        if count is None:
            raise Http404
        page = board_page(tournament, count) or ClosedBoard(count)
        return Response(BoardSerializer(page).data)


class StandingsView(Operation):
    @extend_schema(responses=StandingsSerializer)
    def get(self, _request: Request, code: str) -> Response:
        """The stored standings of the complete rounds."""
        return Response(StandingsSerializer(standings_of(tournament_or_404(code))).data)


class CorrectionView(Operation):
    @extend_schema(request=CorrectionSerializer, responses={201: ResultSerializer})
    @scope_required(Scope.RESULTS)
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Enter or replace a result as director, with a reason."""
        values = validated_body(CorrectionSerializer, request)
        plays = Play.objects.filter(sitting__round__tournament=tournament)
        play = get_object_or_404(plays, pk=values.pop("play"))
        result = correct_result(play_id=play.pk, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(ResultSerializer(result).data, status=201)


def validated_body(serializer: type[Serializer[Shown]], request: Request) -> dict[str, Any]:
    return valid_values(serializer(data=request.data), request)
