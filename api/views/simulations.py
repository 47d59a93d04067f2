from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.request_bodies import check_no_members
from api.serializers.simulations import NewSimulationSerializer, SimulationSerializer
from api.views.tournaments import valid
from games.belot import RuleError
from games.errors import Refused
from games.models import Simulation
from games.simulations.questions import QuestionJson, whole_question
from games.simulations.selectors.progress import recent_of
from games.simulations.services import (
    may_steer,
    resume_simulation,
    start_simulation,
    stop_simulation,
)
from games.visitors.sessions import known_visitor, visitor_of
from games.wording.messages import words_of


class SimulationList(Operation):
    """The caller's simulations; visitors can start small ones."""

    @extend_schema(responses=SimulationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Your last simulations, newest first."""
        found = recent_of(request.user, known_visitor(request))
        return Response(SimulationSerializer(found, many=True).data)

    @extend_schema(request=NewSimulationSerializer, responses={201: SimulationSerializer})
    def post(self, request: Request) -> Response:
        """Submit a question; workers begin at once."""
        values = valid(NewSimulationSerializer, request)
        made = start_simulation(
            question=check_question(values["question"]),
            count=values["count"],
            seed=values.get("seed"),
            person=request.user,
            visitor=visitor_of(request),
        )
        return Response(SimulationSerializer(made).data, status=201)


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
        found = simulation_to_steer(request, share)
        stop_simulation(simulation=found)
        found.refresh_from_db()
        return Response(SimulationSerializer(found).data)


class SimulationResume(Operation):
    @extend_schema(request=None, responses=SimulationSerializer)
    def post(self, request: Request, share: str) -> Response:
        """Resume with the remaining deals."""
        check_no_members(request)
        found = simulation_to_steer(request, share)
        resume_simulation(simulation=found)
        found.refresh_from_db()
        return Response(SimulationSerializer(found).data)


def check_question(question: object) -> QuestionJson:
    """The completed question; an invalid key is refused by name."""
    try:
        return whole_question(question)
    except RuleError as error:
        field = f"question.{error.at}" if error.at else "question"
        raise Refused(error.rule, words_of(error), field=field) from error


def simulation_to_steer(request: Request, share: str) -> Simulation:
    found = get_object_or_404(Simulation, share=share)
    if not may_steer(found, request.user, known_visitor(request)):
        raise PermissionDenied(_("Only whoever asked for a simulation may stop or resume it."))
    return found
