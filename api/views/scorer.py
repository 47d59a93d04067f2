"""Scorer's desk: results from paper, typed twice and compared."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from api.declarative import About, Deed, address
from api.serializers.fields import ClientKeyField
from api.serializers.scorer import (
    ChoiceSerializer,
    DeskRowOfPlaySerializer,
    EmptyingSerializer,
    PlaceOfScorerSerializer,
    TypingSerializer,
)
from api.views.tournament_admin import CODE
from tournaments.events.actor import hand_of
from tournaments.models import Play, Tournament, Typed
from tournaments.organiser.pages import number_in
from tournaments.permissions import Actor
from tournaments.scorer.selectors.grid import Seen, rows_of
from tournaments.scorer.selectors.sheets import has_begun, plays_of, sheet_for
from tournaments.scorer.services.entries import choose, empty, type_in, undo
from tournaments.scorer.services.presence import leave_place, take_place


def rows_asked(tournament: Tournament, request: HttpRequest, actor: Actor) -> list[Seen]:
    """Rows of a round, table or board; Http404 before there are tables."""
    if not has_begun(tournament):
        raise Http404
    asked = {name: number_in(request.GET.get(name)) for name in ("round", "table", "board")}
    sheet = sheet_for(tournament, **asked, twice="twice" in request.GET)
    plays = plays_of(tournament, sheet)
    return rows_of(tournament, plays, twice=sheet.twice, reader=hand_of(actor))


def row_of(tournament: Tournament, found: Typed, actor: Actor, second: bool = False) -> Seen:
    plays = Play.objects.filter(pk=found.play_id)
    (row,) = rows_of(tournament, plays, twice=second, reader=hand_of(actor))
    return row


def type_row(
    tournament: Tournament,
    play: int,
    key: UUID,
    typed: Mapping[str, object],
    seen: str,
    second: bool,
    vouched: bool,
    actor: Actor,
) -> Typed:
    return type_in(
        tournament=tournament,
        play_id=play,
        typed=typed,
        client_key=key,
        actor=actor,
        seen=seen,
        is_second=second,
        vouched=vouched,
    )


def choose_version(
    tournament: Tournament, play: int, key: UUID, version: int, actor: Actor
) -> Typed:
    return choose(tournament=tournament, play_id=play, version=version, client_key=key, actor=actor)


def empty_row(tournament: Tournament, play: int, key: UUID, actor: Actor) -> Typed:
    return empty(tournament=tournament, play_id=play, client_key=key, actor=actor)


def undo_mine(tournament: Tournament, key: UUID, actor: Actor) -> Typed:
    return undo(tournament=tournament, client_key=key, actor=actor)


def sit_down(
    tournament: Tournament, play: int, actor: Actor, typed: Mapping[str, object] | None = None
) -> None:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    found = get_object_or_404(plays, pk=play)
    take_place(tournament=tournament, play_id=found.pk, typed=typed or {}, actor=actor)


DESK: Final = f"{CODE}scorer/"
SCORER: Final = About(may="tournaments.enter")
ADDRESSES: Final = [
    address(
        DESK,
        "api_scorer",
        SCORER,
        get=Deed(
            does=rows_asked,
            asks=("round", "table", "board", "twice"),
            gives=DeskRowOfPlaySerializer,
            many=True,
            words="The rows of `round`, `table` or `board`; with `twice` what stands is hidden.",
        ),
        post=Deed(
            does=type_row,
            takes=TypingSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=row_of,
            words="Type a result from paper; what fits is stored, what is doubtful lies there.",
        ),
    ),
    address(
        f"{DESK}choice/",
        "api_scorer_choice",
        SCORER,
        post=Deed(
            does=choose_version,
            takes=ChoiceSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=row_of,
            words="Of two entries say which one is right.",
        ),
    ),
    address(
        f"{DESK}emptying/",
        "api_scorer_emptying",
        SCORER,
        post=Deed(
            does=empty_row,
            takes=EmptyingSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=row_of,
            words="Take away what lies on the desk for a play; what stands, stands.",
        ),
    ),
    address(
        f"{DESK}undo/",
        "api_scorer_undo",
        SCORER,
        post=Deed(
            does=undo_mine,
            takes={"key": ClientKeyField()},
            gives=DeskRowOfPlaySerializer,
            shows=row_of,
            words="Take back the last step of whoever asks.",
        ),
    ),
    address(
        f"{DESK}place/",
        "api_scorer_place",
        SCORER,
        put=Deed(
            does=sit_down,
            takes=PlaceOfScorerSerializer,
            status=204,
            words="Say where you type; 409, with the name, where somebody else does.",
        ),
        delete=Deed(does=leave_place, status=204, words="Say that you type nowhere."),
    ),
]
