"""Serialize a tournament with all earlier stages."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.db import connection, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.fields import stored_value
from games.models import Deal, Record, SetBoard
from tournaments.archive.embedded import EMBEDDED_COLUMNS
from tournaments.archive.file import FORMAT, VERSION, Document, Json, add_hash
from tournaments.archive.parts import PARTS, TOURNAMENT, Column, Part
from tournaments.models import Player, Team, Tournament
from tournaments.state.locks import lock_tournament

Row = dict[str, Json]


MissingColumns = Mapping[type[models.Model], frozenset[str]]
"""Missing before an update; all of a new table."""


NONE_MISSING: Final[MissingColumns] = MappingProxyType({})


def document_of(tournament: Tournament, lacking: MissingColumns = NONE_MISSING) -> Document:
    """The complete document with its hash, from one consistent read."""
    with consistent_stages(tournament, lacking) as stages:
        document = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(),
            "stages": [stage_of(each, lacking) for each in stages],
        }
    return add_hash(document)


@contextmanager
def consistent_stages(
    tournament: Tournament, lacking: MissingColumns
) -> Iterator[list[Tournament]]:
    """The stages, read consistently.

    Inside a transaction the stages are locked. Otherwise a read-only REPEATABLE READ
    transaction is started, which blocks no writer (SQLite transactions are always isolated).
    """
    if connection.in_atomic_block:
        yield [lock_tournament(each.pk) for each in reversed(stages_of(tournament))][::-1]
        return
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        rows = Tournament.objects.defer(*lacking.get(Tournament, ()))
        yield stages_of(rows.get(pk=tournament.pk), rows)


def stages_of(tournament: Tournament, rows: QuerySet[Tournament] | None = None) -> list[Tournament]:
    """All stages up to this one, first stage first."""
    rows = Tournament.objects.all() if rows is None else rows
    stages = [tournament]
    while stages[0].follows_id is not None:
        stages.insert(0, rows.get(pk=stages[0].follows_id))
    return stages


def stage_of(tournament: Tournament, lacking: MissingColumns = NONE_MISSING) -> Row:
    return StageWriter(tournament, lacking).plain_rows()


class StageWriter:
    def __init__(self, tournament: Tournament, lacking: MissingColumns = NONE_MISSING) -> None:
        self.tournament = tournament
        self.lacking = lacking
        self.rows = {
            part.name: []
            if is_missing_table(part, lacking)
            else list(rows_of(tournament, part, lacking))
            for part in PARTS
        }
        self.numbers = {
            name: {row.pk: at for at, row in enumerate(rows, start=1)}
            for name, rows in self.rows.items()
        }
        self.part_of = {part.model: part.name for part in PARTS}

    def plain_rows(self) -> Row:
        lists = {
            part.name: [
                {"id": at, **self.row(part, row)}
                for at, row in enumerate(self.rows[part.name], start=1)
            ]
            for part in PARTS
        }
        return {"tournament": self.row(TOURNAMENT, self.tournament), **lists}

    def row(self, part: Part, row: models.Model) -> Row:
        values = {column.name: self.value(part, column, row) for column in part.columns}
        if "who" in values and not values["who"]:
            values["who"] = username_of(row)
        return values

    def value(self, part: Part, column: Column, row: models.Model) -> Json:
        if column.name in self.lacking.get(part.model, ()):
            return default_value(column)
        if column.related_model is not None:
            return self.reference(column, getattr(row, column.attname))
        value = json_value(stored_value(row, column.name))
        renumber = EMBEDDED_COLUMNS.get((part.name, column.name))
        return renumber(value, self.number) if renumber else value

    def reference(self, column: Column, pk: int | None) -> int | None:
        if pk is None:
            return None
        if column.model is not self.part_model("teams") or column.name != "origin":
            return self.numbers[self.part_of[column.related_model]].get(pk)  # type: ignore[index]
        return self.origin_number(pk)

    def part_model(self, name: str) -> type[models.Model]:
        return next(part.model for part in PARTS if part.name == name)

    def origin_number(self, pk: int) -> int | None:
        """The team's number in the previous stage."""
        before = self.tournament.follows_id
        if before is None:
            return None
        teams = Team.objects.filter(tournament=before).order_by("pk").values_list("pk", flat=True)
        return {each: at for at, each in enumerate(teams, start=1)}.get(pk)

    def number(self, name: str, pk: int) -> int:
        """The number of a row referenced inside JSON; 0 if it is gone."""
        return self.numbers[name].get(pk, 0)


def is_missing_table(part: Part, lacking: MissingColumns) -> bool:
    """Whether the database lacks the whole table."""
    names = {column.name for column in part.model._meta.concrete_fields}
    return names <= lacking.get(part.model, frozenset())


def rows_of(tournament: Tournament, part: Part, lacking: MissingColumns) -> Iterable[models.Model]:
    """Rows of a part in file order; one query."""
    rows: QuerySet[Json] = part.model._default_manager.defer(*lacking.get(part.model, ()))
    where = (
        PART_FILTERS[part.name](tournament)
        if part.name in PART_FILTERS
        else Q(**{part.path: tournament})
    )
    has_account = any(column.name == "user" for column in part.model._meta.concrete_fields)
    if has_account:
        rows = rows.select_related("user")
    return rows.filter(where).order_by(*part.order)


def players_of(tournament: Tournament) -> Q:
    entered = Player.objects.filter(team_players__tournament=tournament).values("pk")
    changed = tournament.substitutions
    return (
        Q(pk__in=entered) | Q(pk__in=changed.values("comes")) | Q(pk__in=changed.values("leaves"))
    )


def deals_of(tournament: Tournament) -> Q:
    dealt = Deal.objects.filter(board__tournament=tournament).values("pk")
    prepared = SetBoard.objects.filter(deal_set=tournament.deal_set_id).values("deal")
    return Q(pk__in=dealt) | Q(pk__in=prepared)


def records_of(tournament: Tournament) -> Q:
    shown = Record.objects.filter(results__play__sitting__round__tournament=tournament)
    return Q(pk__in=shown.values("pk"))


PART_FILTERS: Mapping[str, Callable[[Tournament], Q]] = {
    "players": players_of,
    "deals": deals_of,
    "records": records_of,
    "deal_sets": lambda tournament: Q(pk=tournament.deal_set_id or 0),
    "set_boards": lambda tournament: Q(deal_set=tournament.deal_set_id or 0),
}
"""For parts without a relation to the tournament."""


def username_of(row: models.Model) -> str:
    """The username, for rows without a `who` text."""
    user = getattr(row, "user", None)
    return user.get_username() if user is not None else ""


def default_value(column: Column) -> Json:
    if column.null:
        return None
    return json_value(stored_value(column.model(), column.name))


def json_value(value: Json) -> Json:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
