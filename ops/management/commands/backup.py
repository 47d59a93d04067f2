from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ops.backups.create import take_backup, verify_backup
from ops.backups.inventory import Backup, backups_in, find_backup, rotate_backups, with_card
from ops.backups.manifest import BackupError
from ops.backups.rotation import RotationRule
from ops.backups.stores import Store, store_at


class Command(BaseCommand):
    help = "Back up the database and the files that nothing else can make; see docs/operations.md."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", help="a folder or s3://bucket/folder (BACKUP_TO)")
        parser.add_argument(
            "--no-verify", dest="verify", action="store_false", help="do not try the backup out"
        )
        parser.add_argument("--keep-all", action="store_true", help="throw no older backup away")
        parser.add_argument(
            "--list", dest="only_list", action="store_true", help="say what is kept"
        )
        parser.add_argument(
            "--check", metavar="NAME", help="try out one that is kept, by its name or 'latest'"
        )
        parser.add_argument(
            "--before-migrations",
            action="store_true",
            help="only where there is something to keep and the next migrate would change it",
        )

    def handle(
        self,
        *,
        to: str,
        verify: bool,
        keep_all: bool,
        only_list: bool,
        check: str | None,
        before_migrations: bool,
        **_options: object,
    ) -> None:
        if before_migrations and not self.has_migrations_ahead():
            return
        try:
            store = store_at(to or settings.BACKUP_TO)
            if only_list:
                self.tell_all(store)
            elif check:
                self.tell(verify_backup(store, find_backup(store, check)))
            else:
                self.take(store, verify=verify, keep_all=keep_all)
        except BackupError as trouble:
            raise CommandError(str(trouble)) from trouble

    def has_migrations_ahead(self) -> bool:
        """Whether pending migrations would change a database with data."""
        if "tournaments_tournament" not in connection.introspection.table_names():
            self.stdout.write("The database is empty: no backup is needed.")
            return False
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("No migration is to be made: no backup is needed.")
            return False
        return True

    def take(self, store: Store, *, verify: bool, keep_all: bool) -> None:
        self.tell(take_backup(store, verify=verify))
        for name in [] if keep_all else rotate_backups(store, RotationRule(*settings.BACKUP_KEEP)):
            self.stdout.write(f"thrown away: {name}")

    def tell_all(self, store: Store) -> None:
        for each in backups_in(store):
            self.tell(with_card(store, each))

    def tell(self, backup: Backup) -> None:
        size = "size unknown" if backup.bytes is None else f"{backup.bytes / 1e6:.1f} MB"
        tried = (
            f"tried out {backup.verified_at:%Y-%m-%d %H:%M} UTC"
            if backup.verified_at
            else "not tried out"
        )
        rows = f", {backup.manifest.rows} rows" if backup.manifest else ""
        self.stdout.write(f"{backup.name}  {size}{rows}, {tried}")
