"""Apply the leader's rows locally; facts are not touched."""

from collections.abc import Mapping
from typing import Final

from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, RestrictedError

from games.fields import stored_value
from tournaments.archive.file import Json
from tournaments.archive.parts import NAMES, OF_MODEL, TOURNAMENT, Part
from tournaments.archive.row_writer import Row, StageWriter
from tournaments.clubs.names import search_key
from tournaments.clubs.selectors import current_keys, keys_by_name
from tournaments.errors import RuleViolationError
from tournaments.events.append import record_general_change
from tournaments.events.bulk_insert import insert
from tournaments.models import Player, Tournament
from tournaments.sync.messages import DERIVED_COLUMNS, LED_COLUMNS, SyncSnapshot
from tournaments.sync.names import LED_PARTS, RowNames

DEPENDENTS: Final[Mapping[str, str]] = {
    "sittings": "plays",
    "rounds": "sittings",
    "boards": "plays",
    "tables": "sittings",
}
"""Rows are deleted only without these, which could still move to others."""
PARKED_VALUES: Final[Mapping[str, Mapping[str, Json]]] = {
    "teams": {"number": None},
    "seats": {"sitting": None, "side": "", "place": ""},
}
"""Unique columns, and their values while rows swap."""
NEVER_DELETED: Final = frozenset({"players", "deals", "deal_sets", "set_boards", "ledger"})
"""Belong to the club, or are facts."""


class Replica(StageWriter):
    """Makes a snapshot the local state.

    Unique columns require an unknown order, so failed rows are retried after the others until
    nothing changes.
    """

    def __init__(self, frame: SyncSnapshot, names: RowNames) -> None:
        tournament = names.line.tournament
        super().__init__(frame.document["stages"][-1], tournament.club, None, None)
        self.tournament = tournament
        self.frame = frame
        self.known = names
        for part in NAMES:
            for at, name in enumerate(frame.names.get(part, ()), start=1):
                row = names.row(part, name)
                if row is not None:
                    self.keys[part, at] = row

    def apply(self) -> None:
        """Apply the snapshot; raises RuleViolationError if impossible."""
        self.apply_players()
        left = {part.name: self.rows_that_differ(part) for part in LED_PARTS}
        self.clear_unique_columns(left)
        left = self.upsert_all(left)
        while True:
            gone = self.delete_missing()
            before = sum(map(len, left.values()))
            left = self.upsert_all(left)
            after = sum(map(len, left.values()))
            if not after and not gone:
                break
            if after == before and not gone:
                raise RuleViolationError(
                    "cannot_mirror", "The rows of the other place cannot be stored here."
                )
        self.apply_tournament()
        record_general_change(self.tournament.pk)

    def clear_unique_columns(self, wanted: Mapping[str, list[Row]]) -> None:
        """Clear unique columns first, so that rows can swap values."""
        for part, columns in PARKED_VALUES.items():
            keys = [self.keys.get((part, row["id"])) for row in wanted[part]]
            NAMES[part].model._default_manager.filter(pk__in=[key for key in keys if key]).update(
                **columns
            )

    def apply_players(self) -> None:
        """Create players unknown to the club; existing ones are not renamed."""
        club, current = keys_by_name(self.club), current_keys(self.club)
        new: dict[str, int] = {}
        for row in self.stage["players"]:
            key = self.keys.get(("players", row["id"]))
            if key is None:
                key = club.get(row["name"]) or self.new_player(row)
                if key not in self.known.names["players"]:
                    new[self.frame.names["players"][row["id"] - 1]] = key
            self.keys["players", row["id"]] = current.get(key, key)
        self.known.store("players", new)

    def new_player(self, row: Row) -> int:
        return Player.objects.create(
            club=self.club,
            name=row["name"],
            search_key=search_key(row["name"]),
            shown_as=row["shown_as"],
            public_name=row["public_name"],
        ).pk

    def rows_that_differ(self, part: Part) -> list[Row]:
        if part.model is Player:
            return []
        keys = [key for (name, _at), key in self.keys.items() if name == part.name]
        here = part.model._default_manager.in_bulk(keys)
        return [
            row
            for row in self.stage[part.name]
            if (mine := here.get(self.keys.get((part.name, row["id"]), 0))) is None
            or self.changes_of(part, row, mine)
        ]

    def changes_of(self, part: Part, row: Row, mine: models.Model) -> Row:
        """Columns that differ from the local row, as database values."""
        self.part = part
        derived = DERIVED_COLUMNS.get(part.name, frozenset())
        changes: Row = {}
        for column in part.columns:
            if column.name in derived or column.name in part.later:
                continue
            value = self.value(part, column, row[column.name])
            if column.related_model is not None:
                if value != getattr(mine, column.attname):
                    changes[column.attname] = value
            elif as_stored(value, column, part) != stored_value(mine, column.name):
                changes[column.name] = value
        return changes

    def upsert_all(self, wanted: Mapping[str, list[Row]]) -> dict[str, list[Row]]:
        """Store what is possible; return the remaining rows."""
        return {
            name: [row for row in rows if not self.upsert(NAMES[name], row)]
            for name, rows in wanted.items()
        }

    def upsert(self, part: Part, row: Row) -> bool:
        """Insert or update a row; False if a constraint prevents it for now."""
        if not all(
            self.is_here(part, column, row[column.name])
            for column in part.columns
            if column.related_model is not None and column.name not in part.later
        ):
            return False
        try:
            with transaction.atomic():
                self.store_row(part, row)
        except IntegrityError:
            return False
        return True

    def is_here(self, part: Part, column: models.Field[Json, Json], number: int | None) -> bool:
        """Whether the referenced row exists here; previous stages are ignored."""
        if number is None or (part.name, column.name) == ("teams", "origin"):
            return True
        return (OF_MODEL[column.related_model].name, number) in self.keys  # type: ignore[index]

    def store_row(self, part: Part, row: Row) -> None:
        self.part = part
        key = self.keys.get((part.name, row["id"]))
        mine = part.model._default_manager.filter(pk=key).first() if key else None
        if mine is not None:
            changes = self.changes_of(part, row, mine)
            if changes:
                part.model._default_manager.filter(pk=mine.pk).update(**changes)
            return
        values = self.database_row(part, self.values(part, new_row(part, row)))
        fields = [field for field in part.model._meta.concrete_fields if field.attname in values]
        key = insert(part.model, fields, [values])[0]
        self.keys[part.name, row["id"]] = key
        name = self.frame.names[part.name][row["id"] - 1]
        if name in self.known.rows[part.name]:
            self.known.forget(part.name, [self.known.rows[part.name][name]])
        self.known.store(part.name, {name: key})

    def delete_missing(self) -> bool:
        """Delete synced rows that the leader no longer has; return whether any were."""
        went = False
        for part in reversed(LED_PARTS):
            if part.name in NEVER_DELETED:
                continue
            leader_keys = {key for (name, _at), key in self.keys.items() if name == part.name}
            gone = [row for row in self.known.names[part.name] if row not in leader_keys]
            if gone and (free := self.deletable_rows(part, gone)):
                went = self.delete_rows(part, free) or went
        return went

    def deletable_rows(self, part: Part, gone: list[int]) -> list[int]:
        """Those without dependent rows."""
        related = DEPENDENTS.get(part.name)
        if related is None:
            return gone
        held = part.model._default_manager.filter(pk__in=gone, **{f"{related}__isnull": False})
        staying = set(held.values_list("pk", flat=True))
        return [row for row in gone if row not in staying]

    def delete_rows(self, part: Part, rows: list[int]) -> bool:
        """Delete rows unless protected; return whether they were deleted."""
        try:
            with transaction.atomic():
                part.model._default_manager.filter(pk__in=rows).delete()
        except (ProtectedError, RestrictedError):
            return False
        self.known.forget(part.name, rows)
        return True

    def apply_tournament(self) -> None:
        leader_values = self.values(TOURNAMENT, self.stage["tournament"])
        values = {name: leader_values[name] for name in LED_COLUMNS}
        if self.stage["deal_sets"] and self.tournament.deal_set_id is None:
            values["deal_set_id"] = self.keys["deal_sets", 1]
        Tournament.objects.filter(pk=self.tournament.pk).update(**values)
        self.tournament.refresh_from_db()


def new_row(part: Part, row: Row) -> Row:
    """A new row without derived values, which follow from facts."""
    if part.name == "plays":
        return {**row, "state": "empty", "current": None}
    return {**row, "origin": None} if part.name == "teams" else row


def as_stored(value: Json, column: models.Field[Json, Json], part: Part) -> Json:
    row = part.model()
    setattr(row, column.attname, value)
    return stored_value(row, column.name)
