from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import About, Deed, Named, Service, address
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
    take_start_back,
)
from tournaments.console.services.messages import LONGEST, send_message
from tournaments.console.services.table_time import add_table_minutes
from tournaments.console.services.undo import undo_step
from tournaments.models import DirectorCall, LogEntry, Round, Table, Tournament
from tournaments.permissions import Actor

MOST_MINUTES: Final = 60
MOST_OF_A_TABLE: Final = 30
CLOCK: Final = About(may="tournaments.run_clock")


def console_or_404(tournament: Tournament, number: int | None = None) -> Console:
    """Console of a round, by default the open one; Http404 before a round is published."""
    found = console_of(tournament, number)
    if found is None:
        raise Http404
    return found


def round_at(tournament: Tournament, number: int) -> Named:
    """A started round by number, for clock operations."""
    begun = tournament.rounds.filter(started_at__isnull=False)
    return {"current": get_object_or_404(begun, number=number)}


def clocks_of(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.filter(is_published=True).order_by("number"))


def call_at(tournament: Tournament, call_id: int) -> Named:
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    return {"call": get_object_or_404(calls.select_related("table", "board"), pk=call_id)}


def calls_of(tournament: Tournament) -> list[DirectorCall]:
    calls = DirectorCall.objects.filter(table__tournament=tournament)
    return list(calls.select_related("table", "board").order_by("-created_at", "-pk"))


def table_at(tournament: Tournament, number: int, table: int) -> Named:
    return {
        **round_at(tournament, number),
        "table": get_object_or_404(Table, tournament=tournament, number=table),
    }


def last_step_or_404(tournament: Tournament, actor: Actor) -> LogEntry:
    found = last_step_of(tournament, actor)
    if found is None:
        raise Http404
    return found


def to_the_clock(service: Service, words: str, **takes: WholeField) -> Deed:
    return Deed(
        does=service, takes={**takes, "seen": SeenMark()}, gives=ClockSerializer, words=words
    )


ROUND: Final = f"{CODE}rounds/<int:number>/"
RUNNING: Final = About(may="tournaments.run_clock", find=round_at)
MINUTES: Final = WholeField(min_value=1, max_value=MOST_MINUTES)
ADDRESSES: Final = [
    address(
        f"{CODE}console/",
        "api_console",
        About(may="tournaments.look"),
        get=Deed(
            does=console_or_404,
            gives=ConsoleSerializer,
            words="Every table of the open round: how it stands and what it wants.",
        ),
    ),
    address(
        f"{CODE}rounds/<int:number>/console/",
        "api_console_of_round",
        About(may="tournaments.look"),
        get=Deed(
            does=console_or_404,
            gives=ConsoleSerializer,
            words="The same of one round; of another number, of the open one.",
        ),
    ),
    address(
        f"{CODE}clocks/",
        "api_clocks",
        CLOCK,
        get=Deed(
            does=clocks_of,
            gives=ClockSerializer,
            many=True,
            words="The clock of each published round.",
        ),
    ),
    address(
        f"{ROUND}start/",
        "api_round_start",
        CLOCK,
        post=Deed(
            does=start_round, gives=ClockSerializer, words="Start the clock of the next round."
        ),
        delete=Deed(
            does=take_start_back,
            gives=ClockSerializer,
            words="Take the start back while nothing was entered in the round.",
        ),
    ),
    address(
        f"{ROUND}pause/",
        "api_round_pause",
        RUNNING,
        post=to_the_clock(pause_round, "Stop the clock of a round."),
    ),
    address(
        f"{ROUND}resume/",
        "api_round_resume",
        RUNNING,
        post=to_the_clock(resume_round, "Let the clock of a round run on."),
    ),
    address(
        f"{ROUND}minutes/",
        "api_round_minutes",
        RUNNING,
        post=to_the_clock(add_minutes, "Give all tables more time.", minutes=MINUTES),
    ),
    address(
        f"{ROUND}tables/<int:table>/minutes/",
        "api_table_minutes",
        About(find=table_at),
        post=Deed(
            does=add_table_minutes,
            takes={"minutes": WholeField(min_value=1, max_value=MOST_OF_A_TABLE)},
            gives=ExtraTimeSerializer,
            words="Give one table more time than the clock of its round.",
        ),
    ),
    address(
        f"{CODE}calls/",
        "api_calls",
        DIRECTED,
        get=Deed(
            does=calls_of,
            gives=DirectorCallSerializer,
            many=True,
            words="The calls of all tables, the newest first.",
        ),
    ),
    address(
        f"{CODE}calls/<int:call_id>/answer/",
        "api_call_answer",
        About(find=call_at),
        post=Deed(
            does=answer_call,
            gives=DirectorCallSerializer,
            words="Say that somebody is on the way; a second time changes nothing.",
        ),
    ),
    address(
        f"{CODE}calls/<int:call_id>/settlement/",
        "api_call_settlement",
        About(find=call_at),
        post=Deed(
            does=settle_call,
            gives=DirectorCallSerializer,
            words="Say that the matter is settled; a second time changes nothing.",
        ),
    ),
    address(
        f"{CODE}messages/",
        "api_sent_messages",
        DIRECTED,
        get=Deed(
            does=last_messages,
            gives=MessageSerializer,
            many=True,
            words="The last messages that stand, and how many tables have read them.",
        ),
        post=Deed(
            does=send_message,
            takes={
                "tables": serializers.ListField(
                    child=WholeField(min_value=1), min_length=1, max_length=1000
                ),
                "text": TextField(max_length=LONGEST),
            },
            gives=SentMessageSerializer,
            status=201,
            words="Write to tables, by their numbers.",
        ),
    ),
    address(
        f"{CODE}last-step/",
        "api_last_step",
        DIRECTED,
        get=Deed(
            does=last_step_or_404,
            gives=StepSerializer,
            words="Your own last step at the console that can still be taken back.",
        ),
    ),
    address(
        f"{CODE}last-step/undo/",
        "api_last_step_undo",
        DIRECTED,
        post=Deed(
            does=undo_step,
            takes={"step": IdField(help_text="its id")},
            gives=StepSerializer,
            words="Take your own last step back; refused where it is no more the last.",
        ),
    ),
]
