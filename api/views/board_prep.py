from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import for_directors, permission_required
from api.request_bodies import check_no_members
from api.serializers.board_prep import BoardStateSerializer, TappedSerializer, VerdictSerializer
from api.views.tournaments import validated_body
from tournaments.board_prep.selectors import board_states
from tournaments.board_prep.services import check_hand, reset_wrong_checks
from tournaments.models import Tournament


class DealingView(Operation):
    @extend_schema(responses=BoardStateSerializer(many=True))
    @permission_required("tournaments.deal")
    def get(self, _request: Request, tournament: Tournament) -> Response:
        """Prepared boards and the check of each hand; empty before the draw."""
        states = BoardStateSerializer(board_states(tournament), many=True)  # type: ignore[arg-type]
        return Response(states.data)


class HandChecks(Operation):
    @extend_schema(request=TappedSerializer, responses=VerdictSerializer)
    @permission_required("tournaments.deal")
    def post(self, request: Request, tournament: Tournament, number: int, place: str) -> Response:
        """Check the cards at one place of a board; the check is stored.

        Three wrong hands are answered, as on the page; repeating a check is free.
        """
        values = validated_body(TappedSerializer, request)
        verdict = check_hand(
            tournament=tournament,
            number=number,
            place=place,
            actor=request.user,  # type: ignore[arg-type]
            **values,
        )
        return Response(VerdictSerializer(verdict).data)

    @extend_schema(responses={204: None})
    @for_directors
    def delete(self, request: Request, tournament: Tournament, number: int, place: str) -> Response:
        """Reset the attempts at a hand after inspecting it; idempotent."""
        check_no_members(request)
        reset_wrong_checks(
            tournament=tournament,
            number=number,
            place=place,
            actor=request.user,  # type: ignore[arg-type]
        )
        return Response(status=204)
