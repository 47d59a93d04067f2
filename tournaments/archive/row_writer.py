"""The rows of an archive as rows of the database, with keys of their own."""

import json
from typing import Final
from uuid import uuid4

from django.db import connection, models
from django.utils.translation import gettext as _

from games.fields import ValueField
from tournaments.archive.embedded import EMBEDDED
from tournaments.archive.file import Json
from tournaments.archive.parts import OF_MODEL, PARTS, TOURNAMENT, Column, Part
from tournaments.clubs.names import search_key
from tournaments.clubs.selectors import keys_by_name
from tournaments.errors import Refused
from tournaments.events.bulk_insert import insert
from tournaments.models import Club, Player, Team, Tournament
from tournaments.permissions import Actor

Row = dict[str, Json]
MOST_VALUES: Final = 20_000
"""Values in one statement; SQLite takes 32,766."""


class Storing:
    """One stage that is being stored: keys of rows by their part and number in the file."""

    def __init__(self, stage: Row, club: Club, before: "Storing | None", actor: Actor) -> None:
        self.stage = stage
        self.club = club
        self.before = before
        self.actor = actor
        self.keys: dict[tuple[str, int], int] = {}
        self.waiting: list[tuple[int, Row]] = []
        self.part: Part = TOURNAMENT

    def store(self) -> Tournament:
        """The tournament with all its rows."""
        self.tournament = self.store_tournament()
        for part in PARTS:
            self.part = part
            if part.model is Player:
                self.store_players()
            else:
                self.store_part(part)
            if part.name == "set_boards":
                self.give_set()
        for part in PARTS:
            for name in sorted(part.later):
                self.link_later(part, name)
        return self.tournament

    def store_tournament(self) -> Tournament:
        """The row of the tournament itself, under a code of its own."""
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
        """Get or create the people by name.

        Raises Refused where two of them were merged into one player, who cannot sit twice.
        """
        known = keys_by_name(self.club)
        names = dict[int, str]()
        for row in self.stage["players"]:
            name = row["name"]
            if name not in known:
                made = Player.objects.create(
                    club=self.club,
                    name=name,
                    search_key=search_key(name),
                    shown_as=row["shown_as"],
                    public_name=row["public_name"],
                )
                known[name] = made.pk
            key = known[name]
            if key in names:
                words = _(
                    "“%(one)s” and “%(other)s” are one player of the club, but both are in the "
                    "archive. Undo their merge first."
                )
                raise Refused("merged_players", words % {"one": names[key], "other": name})
            names[key] = name
            self.keys["players", row["id"]] = known[name]

    def store_part(self, part: Part) -> None:
        """The rows of a part in their order; those that name a row behind them come last."""
        rows = list(self.stage[part.name])
        while rows:
            behind = [row for row in rows if self.names_row_behind(part, row, rows)]
            late = {row["id"] for row in behind}
            for row in rows:
                if row["id"] not in late:
                    self.add(part, row)
            self.flush()
            if len(behind) == len(rows):
                raise ValueError(f"{part.name}: rows that name each other")
            rows = behind

    def names_row_behind(self, part: Part, row: Row, rows: list[Row]) -> bool:
        """Whether a row names one of its own part that is not stored before it."""
        ahead = {each["id"] for each in rows if each["id"] > row["id"]}
        return any(
            column.related_model is part.model
            and column.name not in part.later
            and part.model is not Team
            and row[column.name] in ahead
            for column in part.columns
        )

    def add(self, part: Part, row: Row) -> None:
        """Have a row stored with the next ones; those before it first, where it names them."""
        values = self.values(part, row)
        self.waiting.append((row["id"], values))
        if len(self.waiting) * (len(values) + 4) > MOST_VALUES:
            self.flush()

    def flush(self) -> None:
        """Store the rows that wait, by one statement that keeps moments as they were."""
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
        """A row of the database: what the file says, and what is made anew."""
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
                row[field.attname] = new_value(field)
        return row

    def values(self, part: Part, row: Row) -> Row:
        """The columns of a row as the database takes them."""
        return {column.name: self.value(part, column, row[column.name]) for column in part.columns}

    def value(self, part: Part, column: Column, value: Json) -> Json:
        """One value: of another row its key, of moments the moment, inside of JSON the keys."""
        if column.related_model is not None:
            return self.key_of(part, column, value)
        renumber = EMBEDDED.get((part.name, column.name))
        if renumber:
            return renumber(value, self.number)
        if isinstance(column, ValueField):
            return column.read(json_text(value))
        return value if isinstance(column, models.JSONField) else column.to_python(value)

    def key_of(self, part: Part, column: Column, number: int | None) -> int | None:
        """The key of a row that is named by a column; what comes later is linked later."""
        if number is None or column.name in part.later:
            return None
        if (part.name, column.name) == ("teams", "origin"):
            return self.before.keys["teams", number] if self.before else None
        return self.number(OF_MODEL[column.related_model].name, number)  # type: ignore[index]

    def number(self, name: str, number: int) -> int:
        """The key of a row by its number; 0 for one that is gone."""
        if (name, number) not in self.keys and name == self.part.name:
            self.flush()
        return self.keys.get((name, number), 0)

    def give_set(self) -> None:
        """The prepared set is the tournament's."""
        if self.stage["deal_sets"]:
            self.tournament.deal_set_id = self.keys["deal_sets", 1]
            self.tournament.save(update_fields=["deal_set"])

    def link_later(self, part: Part, name: str) -> None:
        """Fill in the references to rows that came after."""
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


def new_value(field: Column) -> Json:
    """What a column holds that no file says: a secret made anew, or nothing."""
    if field.get_internal_type() == "UUIDField":
        return None if field.null else uuid4()
    return field.get_default() if field.has_default() else None if field.null else ""


def json_text(value: Json) -> str:
    """A value as text, for a column that reads it."""
    return json.dumps(value)
