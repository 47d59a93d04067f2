from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import counted_tournament, for_directors
from api.request_bodies import check_no_members
from api.serializers.draws import (
    DrawnRoundSerializer,
    DrawSerializer,
    DrawWorkSerializer,
    NextRoundSerializer,
    TakenSetSerializer,
)
from api.serializers.tournaments import TournamentSerializer
from api.views.tournaments import validated_body
from jobs.kinds import JobKind
from jobs.models import Job
from tournaments.draws.jobs import DRAW_JOB
from tournaments.draws.selectors.next_round import PAIRING_JOB
from tournaments.draws.services.draws import publish_draw, request_draw, undo_draw
from tournaments.draws.services.rounds import delete_last_round, draw_next_round, publish_round
from tournaments.models import Tournament
from tournaments.registration.services.approval import notify_left_out
from tournaments.setup.services.deal_sets import assign_deal_set, release_deal_set


class DrawView(Operation):
    @extend_schema(responses=DrawWorkSerializer)
    @for_directors
    def get(self, _request: Request, tournament: Tournament) -> Response:
        """Progress of the draw of a large field, and its refusal if any."""
        return Response(DrawWorkSerializer(latest_or_404(DRAW_JOB, tournament)).data)

    @extend_schema(
        request=DrawSerializer, responses={201: TournamentSerializer, 202: DrawWorkSerializer}
    )
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Draw the teams that are present; hidden until published.

        For a large field: 202, and `Location` shows the worker's progress.
        """
        values = validated_body(DrawSerializer, request)
        job = request_draw(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        if job is not None:
            return accepted_response(job, "api_draw", tournament)
        return Response(TournamentSerializer(counted_tournament(tournament.code)).data, status=201)

    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament) -> Response:
        """Undo the draw while there is no result, or stop a running one."""
        check_no_members(request)
        undo_draw(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)


class DealSetOfTournament(Operation):
    @extend_schema(request=TakenSetSerializer, responses=TournamentSerializer)
    @for_directors
    def put(self, request: Request, tournament: Tournament) -> Response:
        """Use a prepared deal set; refused if others could know it or the draw is public."""
        values = validated_body(TakenSetSerializer, request)
        assign_deal_set(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(TournamentSerializer(counted_tournament(tournament.code)).data)

    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament) -> Response:
        """Deal the boards from the secret seed again."""
        check_no_members(request)
        release_deal_set(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)


class DrawPublication(Operation):
    @extend_schema(request=None, responses=TournamentSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Publish the draw."""
        check_no_members(request)
        publish_draw(tournament=tournament, actor=request.user)  # type: ignore[arg-type]
        notify_left_out(tournament=tournament)
        return Response(TournamentSerializer(counted_tournament(tournament.code)).data)


class NextRoundView(Operation):
    @extend_schema(responses=DrawWorkSerializer)
    @for_directors
    def get(self, _request: Request, tournament: Tournament) -> Response:
        """Progress of the last requested draw of a round."""
        return Response(DrawWorkSerializer(latest_or_404(PAIRING_JOB, tournament)).data)

    @extend_schema(
        request=NextRoundSerializer, responses={201: DrawnRoundSerializer, 202: DrawWorkSerializer}
    )
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Draw the next round as a draft; 202 while a worker pairs a large field (`Location`).

        Returns a round that is already drawn, so a retry with its number is safe.
        """
        values = validated_body(NextRoundSerializer, request)
        row = draw_next_round(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        if row is None:
            return accepted_response(
                latest_or_404(PAIRING_JOB, tournament), "api_next_round", tournament
            )
        return Response(DrawnRoundSerializer(row).data, status=201)


class RoundPublication(Operation):
    @extend_schema(request=None, responses=DrawnRoundSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Publish a drafted round."""
        check_no_members(request)
        row = publish_round(tournament=tournament, number=number, actor=request.user)  # type: ignore[arg-type]
        return Response(DrawnRoundSerializer(row).data)


class RoundDraft(Operation):
    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament, number: int) -> Response:
        """Delete the last round while it has no result."""
        check_no_members(request)
        delete_last_round(tournament=tournament, number=number, actor=request.user)  # type: ignore[arg-type]
        return Response(status=204)


def latest_or_404(kind: JobKind, tournament: Tournament) -> Job:
    job = kind.latest(tournament.pk)
    if job is None:
        raise Http404
    return job


def accepted_response(job: Job, name: str, tournament: Tournament) -> Response:
    where = reverse(name, args=[tournament.code])
    return Response(DrawWorkSerializer(job).data, status=202, headers={"Location": where})
