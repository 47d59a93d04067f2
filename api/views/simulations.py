from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.request_bodies import check_no_members
from api.serializers.simulations import NewSimulationSerializer, SimulationSerializer
from api.views.tournaments import validated_body
from games.belot import RuleError
from games.errors import RuleViolationError
from games.models import Simulation
from games.simulations.questions import QuestionJson, checked_question
from games.simulations.selectors.progress import recent_of
from games.simulations.services import (
    can_control,
    resume_simulation,
    start_simulation,
    stop_simulation,
)
from games.visitors.sessions import ensure_visitor_key, visitor_key
from games.wording.messages import error_text


class SimulationList(Operation):
    """The caller's simulations; visitors can start small ones."""

    @extend_schema(responses=SimulationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your last simulations, newest first."""
        simulations = recent_of(request.user, visitor_key(request))
        return Response(SimulationSerializer(simulations, many=True).data)

    @extend_schema(request=NewSimulationSerializer, responses={201: SimulationSerializer})
    def post(self, request: Request) -> Response:
        """Submit a question; workers begin at once."""
        values = validated_body(NewSimulationSerializer, request)
        simulation = start_simulation(
            question=check_question(values["question"]),
            count=values["count"],
            seed=values.get("seed"),
            person=request.user,
            visitor=ensure_visitor_key(request),
        )
        return Response(SimulationSerializer(simulation).data, status=201)


class SimulationDetail(Operation):
    @extend_schema(responses=SimulationSerializer)
    def get(self, _request: Request, share: str) -> Response:
        """The results so far, by share link."""
        return Response(SimulationSerializer(get_object_or_404(Simulation, share=share)).data)


class SimulationStop(Operation):
    @extend_schema(request=None, responses=SimulationSerializer)
    def post(self, request: Request, share: str) -> Response:
        """Stop; what is counted stays."""
        check_no_members(request)
        simulation = own_simulation_or_403(request, share)
        stop_simulation(simulation=simulation)
        simulation.refresh_from_db()
        return Response(SimulationSerializer(simulation).data)


class SimulationResume(Operation):
    @extend_schema(request=None, responses=SimulationSerializer)
    def post(self, request: Request, share: str) -> Response:
        """Resume with the remaining deals."""
        check_no_members(request)
        simulation = own_simulation_or_403(request, share)
        resume_simulation(simulation=simulation)
        simulation.refresh_from_db()
        return Response(SimulationSerializer(simulation).data)


def check_question(question: object) -> QuestionJson:
    """The completed question; an invalid key is refused by name."""
    try:
        return checked_question(question)
    except RuleError as error:
        field = f"question.{error.at}" if error.at else "question"
        raise RuleViolationError(error.rule, error_text(error), field=field) from error


def own_simulation_or_403(request: Request, share: str) -> Simulation:
    simulation = get_object_or_404(Simulation, share=share)
    if not can_control(simulation, request.user, visitor_key(request)):
        raise PermissionDenied(
            _("Only the person who asked for a simulation may stop or resume it.")
        )
    return simulation
