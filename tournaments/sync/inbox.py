"""Process received facts: each once, none discarded."""

from collections.abc import Iterable
from uuid import UUID

from django.db import models
from django.utils import timezone

from games.models import Record
from tournaments.archive.file import ArchiveFileError, Json
from tournaments.archive.parts import NAMES, Column
from tournaments.events.append import append_imported, refresh_table_of_play
from tournaments.events.bulk_insert import insert
from tournaments.events.log_texts import ACTIONS, sentence
from tournaments.models import (
    Confirmation,
    LogEntry,
    Play,
    Result,
    SyncConflict,
    SyncedFact,
    SyncLink,
)
from tournaments.sync.names import RowNames
from tournaments.sync.outbox import UNCOPIED_COLUMNS, Body, seats_at
from tournaments.sync.result_merge import merge_fact

PARSE_ERRORS = (KeyError, TypeError, ValueError, AttributeError)


class Inbox:
    """Applies facts under the tournament's lock."""

    def __init__(self, line: SyncLink, names: RowNames) -> None:
        self.line = line
        self.names = names
        self.ways = {
            SyncedFact.Kind.RESULT: self.result,
            SyncedFact.Kind.WORD: self.apply_confirmation,
            SyncedFact.Kind.STANDING: self.standing,
            SyncedFact.Kind.LINE: self.apply_log_entry,
            SyncedFact.Kind.DECISION: self.apply_decision,
        }

    def take(self, facts: Iterable[Json]) -> list[str]:
        """Store and apply new facts; return all keys. Raises BadFile if malformed."""
        keys = []
        for fact in facts:
            try:
                key, kind, body = UUID(fact["key"]), SyncedFact.Kind(fact["kind"]), fact["body"]
                keys.append(str(key))
                if not isinstance(body, dict):
                    raise TypeError
                self.store_once(key, kind, body)
            except PARSE_ERRORS as error:
                raise ArchiveFileError("bad_shape", "facts") from error
        return keys

    def store_once(self, key: UUID, kind: SyncedFact.Kind, body: Body) -> None:
        """Store and apply a fact, unless known."""
        fact, is_new = SyncedFact.objects.get_or_create(
            line=self.line,
            key=key,
            defaults={"kind": kind, "body": body, "is_own": False},
        )
        if is_new:
            self.apply_or_set_aside(fact)

    def apply_or_set_aside(self, fact: SyncedFact) -> None:
        """Apply a fact, or set it aside."""
        aside = not self.ways[SyncedFact.Kind(fact.kind)](fact)
        if aside != fact.is_aside:
            fact.is_aside = aside
            fact.save(update_fields=["is_aside"])
        if fact.kind == SyncedFact.Kind.RESULT:
            self.record_set_aside(fact)

    def retry_set_aside(self) -> None:
        """Retry facts set aside, whose seats can exist now."""
        for fact in self.line.carried.filter(is_aside=True, is_own=False).order_by("pk"):
            if not self.is_decided(fact):
                self.apply_or_set_aside(fact)

    def is_decided(self, fact: SyncedFact) -> bool:
        """Whether a director has rejected the fact."""
        about = fact.body.get("result", str(fact.key))
        return self.line.differences.filter(
            kind=SyncConflict.Kind.SEATS, about=about, decided_at__isnull=False
        ).exists()

    def record_set_aside(self, fact: SyncedFact) -> None:
        """Show a result without seats as a conflict, until decided or applicable."""
        about = {"line": self.line, "kind": SyncConflict.Kind.SEATS, "about": str(fact.key)}
        if fact.is_aside:
            SyncConflict.objects.get_or_create(**about, defaults={"body": fact.body})
        else:
            SyncConflict.objects.filter(**about, decided_at=None).update(decided_at=timezone.now())

    def result(self, fact: SyncedFact) -> bool:
        """A version of a result, if the seats are the same."""
        play = self.play_of(fact.body)
        if play is None:
            return False
        known = fact.body["client_key"]
        mine = known and Result.objects.filter(play=play, client_key=known).first()
        if not mine:
            mine = append_imported(play, self.result_columns(fact.body))
        self.names.store("results", {str(fact.key): mine.pk})
        refresh_table_of_play(play)
        return True

    def result_columns(self, body: Body) -> dict[str, Json]:
        columns = read_columns("results", body["columns"])
        return {
            **columns,
            "record_id": self.record(body["record"]),
            "client_key": unused_client_key(Result, body["client_key"]),
        }

    def record(self, told: Json) -> int | None:
        if not told:
            return None
        values = {
            column.name: read_column(column, told["columns"][column.name])
            for column in NAMES["records"].columns
            if column.name in ("source", "created_at")
        }
        deal = self.names.row("deals", told["deal"])
        row = {**values, "record": told["columns"]["record"], "deal_id": deal,
               "share": Record().share}  # fmt: skip
        return insert_one(Record, row)

    def apply_confirmation(self, fact: SyncedFact) -> bool:
        result = self.names.row("results", fact.body["result"])
        if result is None:
            return False
        key = fact.body["client_key"]
        mine = key and Confirmation.objects.filter(result=result, client_key=key).first()
        row = mine.pk if mine else insert_one(
            Confirmation,
            {
                **read_columns("confirmations", fact.body["columns"]),
                "result_id": result,
                "client_key": unused_client_key(Confirmation, key),
            },
        )  # fmt: skip
        self.names.store("confirmations", {str(fact.key): row})
        return True

    def standing(self, fact: SyncedFact) -> bool:
        play, current = self.play_of(fact.body), fact.body["current"]
        if play is None or (current and self.names.row("results", current) is None):
            return False
        merge_fact(self.line, self.names, play, fact)
        return True

    def apply_log_entry(self, fact: SyncedFact) -> bool:
        """A log entry, if its action is known here."""
        body = fact.body
        if body["action"] not in ACTIONS:
            return True
        str(sentence(body["action"], body["details"]))
        row = {
            "tournament_id": self.line.tournament_id,
            "at": LogEntry._meta.get_field("at").to_python(body["at"]),
            "who": str(body["who"])[:120],
            "action": body["action"],
            "details": body["details"],
            "user_id": None,
        }
        self.names.store("log", {str(fact.key): insert_one(LogEntry, row)})
        return True

    def apply_decision(self, fact: SyncedFact) -> bool:
        self.line.differences.filter(
            kind=fact.body["kind"], about=fact.body["about"], decided_at=None
        ).update(decided_at=timezone.now(), decided_by=str(fact.body["who"])[:120])
        return True

    def play_of(self, body: Body) -> Play | None:
        """The fact's play, locked, if its seats are unchanged since the entry."""
        row = self.names.row("plays", body["play"])
        plays = Play.objects.select_related("sitting__round__tournament", "sitting__table", "board")
        play = plays.select_for_update(of=("self",), no_key=True).filter(pk=row or 0).first()
        if play is None or seats_at(play.sitting_id, self.names) != body["seats"]:
            return None
        return play


def read_columns(part: str, told: Json) -> dict[str, Json]:
    """Database values of a fact's columns; raises on invalid values."""
    columns = [each for each in NAMES[part].columns if each.name not in UNCOPIED_COLUMNS]
    return {column.attname: read_column(column, told[column.name]) for column in columns}


def read_column(column: Column, value: Json) -> Json:
    if isinstance(column, models.JSONField):
        return value
    read = column.to_python(value)
    if isinstance(read, str) and column.max_length and len(read) > column.max_length:
        raise ValueError(column.name)
    if column.choices and read and read not in dict(column.flatchoices):
        raise ValueError(column.name)
    return read


def unused_client_key(model: type[Result] | type[Confirmation], key: Json) -> UUID | None:
    """A phone's key, unless another row uses it."""
    if key is None or model._default_manager.filter(client_key=key).exists():
        return None
    return UUID(key)


def insert_one(model: type[models.Model], row: dict[str, Json]) -> int:
    """Insert a row with its original timestamps; return its key."""
    fields = [field for field in model._meta.concrete_fields if field.attname in row]
    return insert(model, fields, [row])[0]
