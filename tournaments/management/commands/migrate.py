"""`manage.py migrate`: Django's command, after archiving each active tournament."""

from datetime import timedelta
from typing import Final

from django.core.management.commands import migrate
from django.db import DatabaseError, connection, models
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.archive.parts import PARTS, TOURNAMENT
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.archive.writer import MissingColumns
from tournaments.models import StoredArchive, Tournament

RECENT: Final = timedelta(days=30)


class Command(migrate.Command):
    def handle(self, *args: object, **options: object) -> None:
        looks_only = options["plan"] or options["check_unapplied"]
        if options["database"] == "default" and not looks_only and has_pending_update():
            self.keep_archives()
        super().handle(*args, **options)

    def keep_archives(self) -> None:
        """Archive recent tournaments; report unreadable ones and continue."""
        lacking, archived = pending_columns(), 0
        for tournament in current_tournaments(lacking):
            try:
                archive = store_archive(
                    tournament=tournament, happened=Happened.MIGRATION, lacking=lacking
                )
                archived += archive is not None
            except DatabaseError as error:
                words = f"No archive of {tournament.code}: {str(error).splitlines()[0]}"
                self.stderr.write(self.style.WARNING(words))
        if archived:
            self.stdout.write(f"Archives kept before the update: {archived}")


def has_pending_update() -> bool:
    """Whether migrations are pending in a database that can store archives."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    return not missing_columns(StoredArchive, existing_tables())


def existing_tables() -> set[str]:
    return set(connection.introspection.table_names())


def pending_columns() -> MissingColumns:
    """Model columns that the database does not have yet."""
    tables = existing_tables()
    missing_by_model = {
        part.model: missing_columns(part.model, tables) for part in (TOURNAMENT, *PARTS)
    }
    return {model: names for model, names in missing_by_model.items() if names}


def missing_columns(model: type[models.Model], tables: set[str]) -> frozenset[str]:
    """A model's columns missing from its table; all without a table."""
    table = model._meta.db_table
    there: set[str] = set()
    if table in tables:
        with connection.cursor() as cursor:
            rows = connection.introspection.get_table_description(cursor, table)
        there = {row.name for row in rows}
    return frozenset(
        column.name for column in model._meta.concrete_fields if column.column not in there
    )


def current_tournaments(lacking: MissingColumns) -> list[Tournament]:
    """Recent and future tournaments, without pending columns."""
    since = timezone.localdate() - RECENT
    rows = Tournament.objects.defer(*lacking.get(Tournament, ())).filter(date__gte=since)
    return list(rows.order_by("pk"))
