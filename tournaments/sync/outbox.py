"""Local facts to send, each with its own key.

Collected before remote facts are applied, so that independent entries stay distinct.
"""

from collections.abc import Iterable
from typing import Final
from uuid import uuid4

from django.db.models import Model, OuterRef, QuerySet, Subquery

from games.fields import stored_value
from tournaments.archive.embedded import renumber_details
from tournaments.archive.file import Json
from tournaments.archive.parts import NAMES
from tournaments.archive.writer import json_value, username_of
from tournaments.models import (
    Confirmation,
    LogEntry,
    Play,
    Result,
    RowMapping,
    Seat,
    SharedPlay,
    SyncedFact,
    SyncLink,
)
from tournaments.sync.names import RowNames
from tournaments.sync.result_merge import close_conflict

Body = dict[str, Json]
UNCOPIED_COLUMNS: Final = frozenset({"play", "record", "version", "result"})
"""Sent as row names, or counted on each side."""


class Outbox:
    def __init__(self, line: SyncLink, names: RowNames) -> None:
        self.line = line
        self.names = names
        self.tournament = line.tournament_id
        self.seats: dict[int, list[Json]] = {}

    def fill(self) -> None:
        """Collect new results, confirmations, current results and log entries."""
        self.results()
        self.words()
        self.standings()
        self.lines()

    def add(self, kind: SyncedFact.Kind, bodies: Iterable[tuple[str, Body]]) -> None:
        SyncedFact.objects.bulk_create(
            SyncedFact(line=self.line, kind=kind, key=key, body=body, is_own=True)
            for key, body in bodies
        )

    def unnamed_rows(self, part: str, rows: QuerySet[Json]) -> list[Json]:
        mapped_rows = RowMapping.objects.filter(line=self.line, part=part).values("row")
        return list(rows.exclude(pk__in=mapped_rows).order_by("pk"))

    def results(self) -> None:
        rows = Result.objects.filter(play__sitting__round__tournament=self.tournament)
        related = ("play__sitting__round", "play__sitting__table", "play__board", "record", "user")
        new_rows = self.unnamed_rows("results", rows.select_related(*related))
        keyed_rows = [(str(row.client_key or uuid4()), row) for row in new_rows]
        self.names.store("results", {key: row.pk for key, row in keyed_rows})
        self.add(SyncedFact.Kind.RESULT, [(key, self.result_body(row)) for key, row in keyed_rows])

    def result_body(self, row: Result) -> Body:
        record = row.record
        return {
            **self.place_of(row.play),
            "columns": columns_of("results", row),
            "client_key": str(row.client_key) if row.client_key else None,
            "record": record
            and {
                "deal": record.deal_id and self.names.name("deals", record.deal_id),
                "columns": {
                    name: json_value(stored_value(record, name))
                    for name in ("record", "source", "created_at")
                },
            },
        }

    def place_of(self, play: Play) -> Body:
        """A play by name, by numbers, and with its seats."""
        sitting = play.sitting
        return {
            "play": self.names.name("plays", play.pk),
            "where": [sitting.round.number, sitting.table.number, play.board.number],
            "seats": self.seats_of(sitting.pk),
        }

    def seats_of(self, sitting: int) -> list[Json]:
        if sitting not in self.seats:
            self.seats[sitting] = seats_at(sitting, self.names)
        return self.seats[sitting]

    def words(self) -> None:
        rows = Confirmation.objects.filter(result__play__sitting__round__tournament=self.tournament)
        keyed_rows = [
            (str(row.client_key or uuid4()), row)
            for row in self.unnamed_rows("confirmations", rows)
        ]
        self.names.store("confirmations", {key: row.pk for key, row in keyed_rows})
        bodies = [
            (
                key,
                {
                    "result": self.names.names["results"][row.result_id],
                    "columns": columns_of("confirmations", row),
                    "client_key": str(row.client_key) if row.client_key else None,
                },
            )
            for key, row in keyed_rows
        ]
        self.add(SyncedFact.Kind.WORD, bodies)

    def standings(self) -> None:
        """Collect plays whose current result or state differs from the shared state."""
        shared = SharedPlay.objects.filter(line=self.line, play=OuterRef("pk"))
        plays = Play.objects.filter(sitting__round__tournament=self.tournament).annotate(
            known=Subquery(shared.values("current")[:1]),
            known_state=Subquery(shared.values("state")[:1]),
        )
        related = ("sitting__round", "sitting__table", "board")
        for play in plays.select_related(*related).order_by("pk"):
            known = play.known, play.known_state or Play.State.EMPTY
            if known != (play.current_id, play.state):
                self.standing(play)

    def standing(self, play: Play) -> None:
        """Add a play's current result and the facts it supersedes."""
        shared, _made = SharedPlay.objects.get_or_create(line=self.line, play=play)
        key = str(uuid4())
        body = {
            **self.place_of(play),
            "current": play.current_id and self.names.names["results"][play.current_id],
            "state": play.state,
            "heads": shared.heads,
        }
        self.add(SyncedFact.Kind.STANDING, [(key, body)])
        shared.heads, shared.current, shared.state = [key], play.current_id, play.state
        shared.save()
        close_conflict(self.line, body["play"], who=who_decided(play))

    def lines(self) -> None:
        """New log entries, without local ids."""
        rows = LogEntry.objects.filter(tournament=self.tournament).select_related("user")
        keyed_rows = [(str(uuid4()), row) for row in self.unnamed_rows("log", rows)]
        self.names.store("log", {key: row.pk for key, row in keyed_rows})
        bodies = [
            (
                key,
                {
                    "at": row.at.isoformat(),
                    "who": row.who or username_of(row),
                    "action": row.action,
                    "details": renumber_details(row.details, lambda _part, _row: 0),
                },
            )
            for key, row in keyed_rows
        ]
        self.add(SyncedFact.Kind.LINE, bodies)


def columns_of(part: str, row: Model) -> Body:
    values = {
        column.name: json_value(stored_value(row, column.name))
        for column in NAMES[part].columns
        if column.name not in UNCOPIED_COLUMNS
    }
    return {**values, "who": values["who"] or username_of(row)}


def seats_at(sitting: int, names: RowNames) -> list[Json]:
    rows = Seat.objects.filter(sitting=sitting).values_list("side", "place", "half", "team")
    return sorted(
        [side, place, half, names.name("teams", team)] for side, place, half, team in rows
    )


def who_decided(play: Play) -> str:
    result = play.current
    return "" if result is None else result.who or username_of(result)


def share_plays(line: SyncLink) -> None:
    """Record the initial, identical state of every play."""
    plays = Play.objects.filter(sitting__round__tournament=line.tournament_id)
    SharedPlay.objects.bulk_create(
        SharedPlay(line=line, play_id=pk, current=current, state=state)
        for pk, current, state in plays.values_list("pk", "current", "state")
    )
