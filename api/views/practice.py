"""Practice deals against three bots, for users and visitors."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path
from api.serializers.practice import (
    NewPracticeSerializer,
    OwnMoveSerializer,
    PracticeTableSerializer,
    RungSerializer,
)
from games.models import Practice
from games.practice.selectors import PracticeTable, ladder, table_of_practice
from games.practice.services import play_move, retry_expert_moves, start_practice
from games.visitors.sessions import ensure_visitor_key, is_creator, visitor_key

TABLE: Final = "practice-tables/<slug:share>/"


def own_practice(request: Request, share: str) -> Kwargs:
    practice = get_object_or_404(Practice, share=share)
    if not is_creator(practice, request.user, visitor_key(request)):
        raise Http404
    return {"practice": practice}


def open_practice(request: Request, rung: str, rules: str) -> Practice:
    """Start a practice; a visitor is identified by the session."""
    return start_practice(
        rung=rung, preset=rules, person=request.user, visitor=ensure_visitor_key(request)
    )


def make_move(practice: Practice, at: int, move: str) -> Practice:
    """Play the caller's move and the bots' immediate replies."""
    return play_move(practice=practice, at=at, code=move)


def retry_expert_move(practice: Practice) -> Practice:
    """Request the expert's move again if it is in turn."""
    retry_expert_moves(practice=practice)
    return practice


def visible_table(found: Practice) -> PracticeTable:
    """What the caller's own seat can see, and no more."""
    return table_of_practice(found)


PUBLIC: Final = ResourceSpec(root=None, may="")
OWN_PRACTICE: Final = ResourceSpec(root=None, may="", find=own_practice)
ADDRESSES: Final = [
    api_path(
        "ladder/",
        "api_ladder",
        PUBLIC,
        get=OperationSpec(
            does=ladder,
            gives=RungSerializer,
            many=True,
            words="The players of the computer from weak to strong, and by how much each is the "
            "stronger one.",
        ),
    ),
    api_path(
        "practice-tables/",
        "api_practice_tables",
        PUBLIC,
        post=OperationSpec(
            does=open_practice,
            takes=NewPracticeSerializer,
            gives=PracticeTableSerializer,
            shows=visible_table,
            status=201,
            words="Sit down to a new deal against three players of the computer. Nobody else may "
            "look at it: an account by its session or token, a visitor by the session that this "
            "answer begins.",
        ),
    ),
    api_path(
        TABLE,
        "api_practice_table",
        OWN_PRACTICE,
        get=OperationSpec(
            does=lambda practice: practice,
            gives=PracticeTableSerializer,
            shows=visible_table,
            words="Your table, as your seat sees it.",
        ),
    ),
    api_path(
        f"{TABLE}moves/",
        "api_practice_moves",
        OWN_PRACTICE,
        post=OperationSpec(
            does=make_move,
            takes=OwnMoveSerializer,
            gives=PracticeTableSerializer,
            shows=visible_table,
            words="Make a call or play a card, with all that may be announced with it. A move "
            "that was chosen at another `at` changes nothing: the answer is the table as it is.",
        ),
    ),
    api_path(
        f"{TABLE}again/",
        "api_practice_again",
        OWN_PRACTICE,
        post=OperationSpec(
            does=retry_expert_move,
            gives=PracticeTableSerializer,
            shows=visible_table,
            words="Ask an expert once more for the moves that it did not make.",
        ),
    ),
]
