"""Write the rows of an archive to the database with new keys."""

import json
from typing import Final
from uuid import uuid4

from django.db import connection, models
from django.utils.translation import gettext as _

from games.fields import ValueField
from tournaments.archive.embedded import EMBEDDED_COLUMNS
from tournaments.archive.file import Json
from tournaments.archive.parts import OF_MODEL, PARTS, TOURNAMENT, Column, Part
from tournaments.clubs.names import search_key
from tournaments.clubs.selectors import keys_by_name
from tournaments.errors import RuleViolationError
from tournaments.events.bulk_insert import insert
from tournaments.models import Club, Player, Team, Tournament
from tournaments.permissions import Actor

Row = dict[str, Json]
MAX_VALUES: Final = 20_000
"""Per statement; SQLite accepts 32,766."""


class StageWriter:
    """Writes one stage; maps (part, number in the file) to new keys."""

    def __init__(self, stage: Row, club: Club, before: "StageWriter | None", actor: Actor) -> None:
        self.stage = stage
        self.club = club
        self.before = before
        self.actor = actor
        self.keys: dict[tuple[str, int], int] = {}
        self.waiting: list[tuple[int, Row]] = []
        self.part: Part = TOURNAMENT

    def store(self) -> Tournament:
        self.tournament = self.store_tournament()
        for part in PARTS:
            self.part = part
            if part.model is Player:
                self.store_players()
            else:
                self.store_part(part)
            if part.name == "set_boards":
                self.assign_deal_set()
        for part in PARTS:
            for name in sorted(part.later):
                self.link_later(part, name)
        return self.tournament

    def store_tournament(self) -> Tournament:
        columns = self.values(TOURNAMENT, self.stage["tournament"])
        tournament = Tournament(club=self.club, created_by=self.actor)
        code = tournament.code
        for name, value in columns.items():
            setattr(tournament, name, value)
        tournament.code = code
        tournament.follows = self.before.tournament if self.before else None
        tournament.save()
        Tournament.objects.filter(pk=tournament.pk).update(created_at=columns["created_at"])
        return tournament

    def store_players(self) -> None:
        """Get or create players by name.

        Raise RuleViolationError where two of them were merged: one player cannot sit twice.
        """
        known = keys_by_name(self.club)
        names = dict[int, str]()
        for row in self.stage["players"]:
            name = row["name"]
            if name not in known:
                player = Player.objects.create(
                    club=self.club,
                    name=name,
                    search_key=search_key(name),
                    shown_as=row["shown_as"],
                    public_name=row["public_name"],
                )
                known[name] = player.pk
            key = known[name]
            if key in names:
                words = _(
                    "“%(one)s” and “%(other)s” are one player of the club, but both are in the "
                    "archive. Undo their merge first."
                )
                raise RuleViolationError(
                    "merged_players", words % {"one": names[key], "other": name}
                )
            names[key] = name
            self.keys["players", row["id"]] = known[name]

    def store_part(self, part: Part) -> None:
        """Store the rows of a part; rows that reference later ones come last."""
        rows = list(self.stage[part.name])
        while rows:
            behind = [row for row in rows if self.references_later_row(part, row, rows)]
            late = {row["id"] for row in behind}
            for row in rows:
                if row["id"] not in late:
                    self.add(part, row)
            self.flush()
            if len(behind) == len(rows):
                raise ValueError(f"{part.name}: rows that name each other")
            rows = behind

    def references_later_row(self, part: Part, row: Row, rows: list[Row]) -> bool:
        ahead = {each["id"] for each in rows if each["id"] > row["id"]}
        return any(
            column.related_model is part.model
            and column.name not in part.later
            and part.model is not Team
            and row[column.name] in ahead
            for column in part.columns
        )

    def add(self, part: Part, row: Row) -> None:
        values = self.values(part, row)
        self.waiting.append((row["id"], values))
        if len(self.waiting) * (len(values) + 4) > MAX_VALUES:
            self.flush()

    def flush(self) -> None:
        """Insert the waiting rows in one statement, with their timestamps."""
        if not self.waiting:
            return
        part, rows = (
            self.part,
            [self.database_row(self.part, values) for _number, values in self.waiting],
        )
        fields = [field for field in part.model._meta.concrete_fields if field.attname in rows[0]]
        for (number, _values), key in zip(
            self.waiting, insert(part.model, fields, rows), strict=True
        ):
            self.keys[part.name, number] = key
        self.waiting = []

    def database_row(self, part: Part, values: Row) -> Row:
        model = part.model
        row: Row = {}
        for field in model._meta.concrete_fields:
            if field.name in values:
                row[field.attname] = values[field.name]
            elif field.related_model is Tournament:
                row[field.attname] = self.tournament.pk
            elif field.primary_key:
                continue
            else:
                row[field.attname] = default_value(field)
        return row

    def values(self, part: Part, row: Row) -> Row:
        return {column.name: self.value(part, column, row[column.name]) for column in part.columns}

    def value(self, part: Part, column: Column, value: Json) -> Json:
        """Convert one value: references, timestamps, keys inside JSON."""
        if column.related_model is not None:
            return self.key_of(part, column, value)
        renumber = EMBEDDED_COLUMNS.get((part.name, column.name))
        if renumber:
            return renumber(value, self.number)
        if isinstance(column, ValueField):
            return column.read(json_text(value))
        return value if isinstance(column, models.JSONField) else column.to_python(value)

    def key_of(self, part: Part, column: Column, number: int | None) -> int | None:
        if number is None or column.name in part.later:
            return None
        if (part.name, column.name) == ("teams", "origin"):
            return self.before.keys["teams", number] if self.before else None
        return self.number(OF_MODEL[column.related_model].name, number)  # type: ignore[index]

    def number(self, name: str, number: int) -> int:
        """The new key for a row number; 0 if the row is gone."""
        if (name, number) not in self.keys and name == self.part.name:
            self.flush()
        return self.keys.get((name, number), 0)

    def assign_deal_set(self) -> None:
        if self.stage["deal_sets"]:
            self.tournament.deal_set_id = self.keys["deal_sets", 1]
            self.tournament.save(update_fields=["deal_set"])

    def link_later(self, part: Part, name: str) -> None:
        """Fill in references to rows stored later."""
        column = part.model._meta.get_field(name)
        target = OF_MODEL[column.related_model].name  # type: ignore[index]
        table = connection.ops.quote_name(part.model._meta.db_table)
        own, other = connection.ops.quote_name("id"), connection.ops.quote_name(f"{name}_id")
        pairs = [
            (self.keys[target, row[name]], self.keys[part.name, row["id"]])
            for row in self.stage[part.name]
            if row[name] is not None
        ]
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {table} SET {other} = %s WHERE {own} = %s", pairs)


def default_value(field: Column) -> Json:
    """Value of a column that archives omit: a new secret, the default or empty."""
    if field.get_internal_type() == "UUIDField":
        return None if field.null else uuid4()
    return field.get_default() if field.has_default() else None if field.null else ""


def json_text(value: Json) -> str:
    return json.dumps(value)
