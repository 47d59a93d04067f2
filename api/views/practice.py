"""Practice deals against three bots, for users and visitors."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api.declarative import About, Deed, Named, address
from api.serializers.practice import (
    NewPracticeSerializer,
    OwnMoveSerializer,
    PracticeTableSerializer,
    RungSerializer,
)
from games.models import Practice
from games.practice.selectors import TableShown, ladder, table_of_practice
from games.practice.services import play_own, sit_down, think_again
from games.visitors.sessions import is_maker, known_visitor, visitor_of

TABLE: Final = "practice-tables/<slug:share>/"


def own_table(request: Request, share: str) -> Named:
    found = get_object_or_404(Practice, share=share)
    if not is_maker(found, request.user, known_visitor(request)):
        raise Http404
    return {"practice": found}


def sit_down_here(request: Request, rung: str, rules: str) -> Practice:
    """Start a practice; a visitor is identified by the session."""
    return sit_down(rung=rung, preset=rules, person=request.user, visitor=visitor_of(request))


def move_on(practice: Practice, at: int, move: str) -> Practice:
    """Play the caller's move and the bots' immediate replies."""
    return play_own(practice=practice, at=at, code=move)


def ask_again(practice: Practice) -> Practice:
    """Request the expert's move again if it is in turn."""
    think_again(practice=practice)
    return practice


def seen_now(found: Practice) -> TableShown:
    """What the caller's own seat can see, and no more."""
    return table_of_practice(found)


ANYBODY: Final = About(root=None, may="")
WHO_SITS_THERE: Final = About(root=None, may="", find=own_table)
ADDRESSES: Final = [
    address(
        "ladder/",
        "api_ladder",
        ANYBODY,
        get=Deed(
            does=ladder,
            gives=RungSerializer,
            many=True,
            words="The players of the computer from weak to strong, and by how much each is the "
            "stronger one.",
        ),
    ),
    address(
        "practice-tables/",
        "api_practice_tables",
        ANYBODY,
        post=Deed(
            does=sit_down_here,
            takes=NewPracticeSerializer,
            gives=PracticeTableSerializer,
            shows=seen_now,
            status=201,
            words="Sit down to a new deal against three players of the computer. Nobody else may "
            "look at it: an account by its session or token, a visitor by the session that this "
            "answer begins.",
        ),
    ),
    address(
        TABLE,
        "api_practice_table",
        WHO_SITS_THERE,
        get=Deed(
            does=lambda practice: practice,
            gives=PracticeTableSerializer,
            shows=seen_now,
            words="Your table, as your seat sees it.",
        ),
    ),
    address(
        f"{TABLE}moves/",
        "api_practice_moves",
        WHO_SITS_THERE,
        post=Deed(
            does=move_on,
            takes=OwnMoveSerializer,
            gives=PracticeTableSerializer,
            shows=seen_now,
            words="Make a call or play a card, with all that may be announced with it. A move "
            "that was chosen at another `at` changes nothing: the answer is the table as it is.",
        ),
    ),
    address(
        f"{TABLE}again/",
        "api_practice_again",
        WHO_SITS_THERE,
        post=Deed(
            does=ask_again,
            gives=PracticeTableSerializer,
            shows=seen_now,
            words="Ask an expert once more for the moves that it did not make.",
        ),
    ),
]
