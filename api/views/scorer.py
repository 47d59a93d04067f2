"""Scorer's desk: results from paper, typed twice and compared."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from api.declarative import OperationSpec, ResourceSpec, api_path
from api.serializers.fields import ClientKeyField
from api.serializers.scorer import (
    ChoiceSerializer,
    DeskRowOfPlaySerializer,
    EmptyingSerializer,
    PlaceOfScorerSerializer,
    TypingSerializer,
)
from api.views.tournament_admin import CODE
from tournaments.events.actor import actor_key
from tournaments.models import Play, ScorerEntry, Tournament
from tournaments.organiser.pages import number_in
from tournaments.permissions import Actor
from tournaments.scorer.selectors.grid import GridRow, rows_of
from tournaments.scorer.selectors.sheets import has_begun, plays_of, selection_for
from tournaments.scorer.services.entries import (
    add_typed_entry,
    choose_result_version,
    clear_entry,
    undo_last_step,
)
from tournaments.scorer.services.presence import claim_row, release_row


def requested_rows(tournament: Tournament, request: HttpRequest, actor: Actor) -> list[GridRow]:
    """Rows of a round, table or board; Http404 before there are tables."""
    if not has_begun(tournament):
        raise Http404
    params = {name: number_in(request.GET.get(name)) for name in ("round", "table", "board")}
    sheet = selection_for(tournament, **params, twice="twice" in request.GET)
    plays = plays_of(tournament, sheet)
    return rows_of(tournament, plays, twice=sheet.twice, reader=actor_key(actor))


def current_row(
    tournament: Tournament, found: ScorerEntry, actor: Actor, second: bool = False
) -> GridRow:
    plays = Play.objects.filter(pk=found.play_id)
    (row,) = rows_of(tournament, plays, twice=second, reader=actor_key(actor))
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
) -> ScorerEntry:
    return add_typed_entry(
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
) -> ScorerEntry:
    return choose_result_version(
        tournament=tournament, play_id=play, version=version, client_key=key, actor=actor
    )


def clear_row(tournament: Tournament, play: int, key: UUID, actor: Actor) -> ScorerEntry:
    return clear_entry(tournament=tournament, play_id=play, client_key=key, actor=actor)


def undo_own_entry(tournament: Tournament, key: UUID, actor: Actor) -> ScorerEntry:
    return undo_last_step(tournament=tournament, client_key=key, actor=actor)


def report_presence(
    tournament: Tournament, play: int, actor: Actor, typed: Mapping[str, object] | None = None
) -> None:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    play_row = get_object_or_404(plays, pk=play)
    claim_row(tournament=tournament, play_id=play_row.pk, typed=typed or {}, actor=actor)


DESK: Final = f"{CODE}scorer/"
SCORER: Final = ResourceSpec(may="tournaments.enter")
ADDRESSES: Final = [
    api_path(
        DESK,
        "api_scorer",
        SCORER,
        get=OperationSpec(
            does=requested_rows,
            asks=("round", "table", "board", "twice"),
            gives=DeskRowOfPlaySerializer,
            many=True,
            words="The rows of `round`, `table` or `board`; with `twice` what stands is hidden.",
        ),
        post=OperationSpec(
            does=type_row,
            takes=TypingSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=current_row,
            words="Type a result from paper; what fits is stored, what is doubtful lies there.",
        ),
    ),
    api_path(
        f"{DESK}choice/",
        "api_scorer_choice",
        SCORER,
        post=OperationSpec(
            does=choose_version,
            takes=ChoiceSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=current_row,
            words="Of two entries say which one is right.",
        ),
    ),
    api_path(
        f"{DESK}emptying/",
        "api_scorer_emptying",
        SCORER,
        post=OperationSpec(
            does=clear_row,
            takes=EmptyingSerializer,
            gives=DeskRowOfPlaySerializer,
            shows=current_row,
            words="Take away what lies on the desk for a play; what stands, stands.",
        ),
    ),
    api_path(
        f"{DESK}undo/",
        "api_scorer_undo",
        SCORER,
        post=OperationSpec(
            does=undo_own_entry,
            takes={"key": ClientKeyField()},
            gives=DeskRowOfPlaySerializer,
            shows=current_row,
            words="Take back the last step of whoever asks.",
        ),
    ),
    api_path(
        f"{DESK}place/",
        "api_scorer_place",
        SCORER,
        put=OperationSpec(
            does=report_presence,
            takes=PlaceOfScorerSerializer,
            status=204,
            words="Say where you type; 409, with the name, where somebody else does.",
        ),
        delete=OperationSpec(does=release_row, status=204, words="Say that you type nowhere."),
    ),
]
