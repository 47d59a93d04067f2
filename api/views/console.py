from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, Service, api_path
from api.serializers.console import (
    ClockSerializer,
    ConsoleSerializer,
    DirectorCallSerializer,
    ExtraTimeSerializer,
    MessageSerializer,
    SentMessageSerializer,
    StepSerializer,
)
from api.serializers.fields import IdField, TextField, WholeField
from api.serializers.preconditions import SeenMark
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.console.selectors.console import Console, console_of
from tournaments.console.selectors.messages import last_messages
from tournaments.console.selectors.undo import last_step_of
from tournaments.console.services.calls import answer_call, settle_call
from tournaments.console.services.clock import (
    add_minutes,
    pause_round,
    resume_round,
    start_round,
    undo_round_start,
)
from tournaments.console.services.messages import MAX_MESSAGE_LENGTH, send_message
from tournaments.console.services.table_time import add_table_minutes
from tournaments.console.services.undo import undo_step
from tournaments.models import DirectorCall, LogEntry, Round, Table, Tournament
from tournaments.permissions import Actor

MOST_MINUTES: Final = 60
MAX_TABLE_MINUTES: Final = 30
CLOCK: Final = ResourceSpec(may="tournaments.run_clock")


def console_or_404(tournament: Tournament, number: int | None = None) -> Console:
    """Console of a round, by default the open one; Http404 before a round is published."""
    console = console_of(tournament, number)
    if console is None:
        raise Http404
    return console


def round_at(tournament: Tournament, number: int) -> Kwargs:
    """A started round by number, for clock operations."""
    begun = tournament.rounds.filter(started_at__isnull=False)
    return {"current": get_object_or_404(begun, number=number)}


def clocks_of(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.filter(is_published=True).order_by("number"))


def call_at(tournament: Tournament, call_id: int) -> Kwargs:
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    return {"call": get_object_or_404(calls.select_related("table", "board"), pk=call_id)}


def calls_of(tournament: Tournament) -> list[DirectorCall]:
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    return list(calls.select_related("table", "board").order_by("-created_at", "-pk"))


def table_at(tournament: Tournament, number: int, table: int) -> Kwargs:
    return {
        **round_at(tournament, number),
        "table": get_object_or_404(Table, tournament=tournament, number=table),
    }


def last_step_or_404(tournament: Tournament, actor: Actor) -> LogEntry:
    log_entry = last_step_of(tournament, actor)
    if log_entry is None:
        raise Http404
    return log_entry


def clock_operation(service: Service, words: str, **takes: WholeField) -> OperationSpec:
    return OperationSpec(
        does=service, takes={**takes, "seen": SeenMark()}, gives=ClockSerializer, words=words
    )


ROUND: Final = f"{CODE}rounds/<int:number>/"
RUNNING: Final = ResourceSpec(may="tournaments.run_clock", find=round_at)
MINUTES: Final = WholeField(min_value=1, max_value=MOST_MINUTES)
ADDRESSES: Final = [
    api_path(
        f"{CODE}console/",
        "api_console",
        ResourceSpec(may="tournaments.look"),
        get=OperationSpec(
            does=console_or_404,
            gives=ConsoleSerializer,
            words="Every table of the open round: how it stands and what it wants.",
        ),
    ),
    api_path(
        f"{CODE}rounds/<int:number>/console/",
        "api_console_of_round",
        ResourceSpec(may="tournaments.look"),
        get=OperationSpec(
            does=console_or_404,
            gives=ConsoleSerializer,
            words="The same of one round; of another number, of the open one.",
        ),
    ),
    api_path(
        f"{CODE}clocks/",
        "api_clocks",
        CLOCK,
        get=OperationSpec(
            does=clocks_of,
            gives=ClockSerializer,
            many=True,
            words="The clock of each published round.",
        ),
    ),
    api_path(
        f"{ROUND}start/",
        "api_round_start",
        CLOCK,
        post=OperationSpec(
            does=start_round, gives=ClockSerializer, words="Start the clock of the next round."
        ),
        delete=OperationSpec(
            does=undo_round_start,
            gives=ClockSerializer,
            words="Take the start back while nothing was entered in the round.",
        ),
    ),
    api_path(
        f"{ROUND}pause/",
        "api_round_pause",
        RUNNING,
        post=clock_operation(pause_round, "Stop the clock of a round."),
    ),
    api_path(
        f"{ROUND}resume/",
        "api_round_resume",
        RUNNING,
        post=clock_operation(resume_round, "Let the clock of a round run on."),
    ),
    api_path(
        f"{ROUND}minutes/",
        "api_round_minutes",
        RUNNING,
        post=clock_operation(add_minutes, "Give all tables more time.", minutes=MINUTES),
    ),
    api_path(
        f"{ROUND}tables/<int:table>/minutes/",
        "api_table_minutes",
        ResourceSpec(find=table_at),
        post=OperationSpec(
            does=add_table_minutes,
            takes={"minutes": WholeField(min_value=1, max_value=MAX_TABLE_MINUTES)},
            gives=ExtraTimeSerializer,
            words="Give one table more time than the clock of its round.",
        ),
    ),
    api_path(
        f"{CODE}calls/",
        "api_calls",
        DIRECTED,
        get=OperationSpec(
            does=calls_of,
            gives=DirectorCallSerializer,
            many=True,
            words="The calls of all tables, the newest first.",
        ),
    ),
    api_path(
        f"{CODE}calls/<int:call_id>/answer/",
        "api_call_answer",
        ResourceSpec(find=call_at),
        post=OperationSpec(
            does=answer_call,
            gives=DirectorCallSerializer,
            words="Say that somebody is on the way; a second time changes nothing.",
        ),
    ),
    api_path(
        f"{CODE}calls/<int:call_id>/settlement/",
        "api_call_settlement",
        ResourceSpec(find=call_at),
        post=OperationSpec(
            does=settle_call,
            gives=DirectorCallSerializer,
            words="Say that the matter is settled; a second time changes nothing.",
        ),
    ),
    api_path(
        f"{CODE}messages/",
        "api_sent_messages",
        DIRECTED,
        get=OperationSpec(
            does=last_messages,
            gives=MessageSerializer,
            many=True,
            words="The last messages that stand, and how many tables have read them.",
        ),
        post=OperationSpec(
            does=send_message,
            takes={
                "tables": serializers.ListField(
                    child=WholeField(min_value=1), min_length=1, max_length=1000
                ),
                "text": TextField(max_length=MAX_MESSAGE_LENGTH),
            },
            gives=SentMessageSerializer,
            status=201,
            words="Write to tables, by their numbers.",
        ),
    ),
    api_path(
        f"{CODE}last-step/",
        "api_last_step",
        DIRECTED,
        get=OperationSpec(
            does=last_step_or_404,
            gives=StepSerializer,
            words="Your own last step at the console that can still be taken back.",
        ),
    ),
    api_path(
        f"{CODE}undo/",
        "api_undo",
        DIRECTED,
        post=OperationSpec(
            does=undo_step,
            takes={"step": IdField(help_text="its id")},
            gives=StepSerializer,
            words="Take your own last step back; refused where it is no more the last.",
        ),
    ),
]
