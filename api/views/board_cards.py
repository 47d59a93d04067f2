"""Cards to put into a board; served by POST and logged."""

from typing import Final

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from api.declarative import OperationSpec, ResourceSpec, api_path
from api.serializers.board_prep import PacketSerializer
from api.views.tournament_admin import CODE
from tournaments.board_prep.selectors import Packet
from tournaments.board_prep.services import show_packet
from tournaments.models import Tournament
from tournaments.organiser.helper_sessions import helper_of
from tournaments.permissions import Actor


def get_packet(
    tournament: Tournament, number: int, place: str, request: Request, actor: Actor
) -> Packet:
    """Cards of one place; a helper link for one place shows no other."""
    if actor is None:
        helper = helper_of(request._request, tournament)
        if helper is None or helper.link.place not in {"", place}:
            raise PermissionDenied
    return show_packet(tournament=tournament, number=number, place=place, actor=actor)


ADDRESSES: Final = [
    api_path(
        f"{CODE}dealing/<int:number>/<slug:place>/packet/",
        "api_packet",
        ResourceSpec(may="tournaments.deal"),
        post=OperationSpec(
            does=get_packet,
            gives=PacketSerializer,
            words="The cards of one place of a board, `N` or `stock`; the log says who saw them.",
        ),
    ),
]
