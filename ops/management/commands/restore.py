from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ops.backups.create import take_backup, working_folder
from ops.backups.inventory import find_backup
from ops.backups.manifest import BackupError
from ops.backups.restore import RestorePlan, age_text, plan_restore, restore_backup
from ops.backups.stores import store_at


class Command(BaseCommand):
    help = "Bring a backup back; stop the web server and the workers first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", help="a file, the name of a backup in the store, or 'latest'")
        parser.add_argument("--from", dest="place", default="", help="the store (BACKUP_TO)")
        parser.add_argument("--yes", action="store_true", help="overwrite what is here")
        parser.add_argument(
            "--without-backup",
            action="store_true",
            help="do not keep what is here in a backup before it is overwritten",
        )

    def handle(
        self, *, backup: str, place: str, yes: bool, without_backup: bool, **_options: object
    ) -> None:
        try:
            with working_folder() as folder:
                plan = plan_restore(self.file_of(backup, place, folder), folder)
                if not plan.is_empty_here:
                    self.require_confirmation(plan, yes=yes)
                    if not without_backup:
                        self.back_up_present(place)
                self.finish(plan, restore_backup(plan))
        except BackupError as trouble:
            raise CommandError(str(trouble)) from trouble

    def file_of(self, backup: str, place: str, folder: Path) -> Path:
        """A local file, or one fetched from the store."""
        if Path(backup).is_file():
            return Path(backup)
        store = store_at(place or settings.BACKUP_TO)
        path = folder / "backup.tar"
        store.get(find_backup(store, backup).name, path)
        return path

    def require_confirmation(self, plan: RestorePlan, *, yes: bool) -> None:
        """Show what would be lost; stop unless that was wanted."""
        age = age_text(plan.manifest, timezone.now())
        self.stdout.write(
            f"The backup was taken {plan.manifest.made_at:%Y-%m-%d %H:%M} UTC, {age}."
        )
        losses = plan.losses()
        for line in losses or ["What is here is what is in the backup."]:
            self.stdout.write(f"  {line}")
        if not yes:
            raise CommandError(
                "The database is not empty. Everything in it would be replaced by the backup, and"
                " what was entered since would be lost. Say --yes if you want that."
            )

    def back_up_present(self, place: str) -> None:
        """Back up what is about to be overwritten."""
        if not (place or settings.BACKUP_TO):
            raise BackupError(
                "What is here would be kept in a backup first, but BACKUP_TO is not set: name a"
                " store with --from, or say --without-backup."
            )
        backup = take_backup(store_at(place or settings.BACKUP_TO))
        self.stdout.write(f"What was here is kept as {backup.name}.")

    def finish(self, plan: RestorePlan, differ: list[str]) -> None:
        self.stdout.write(f"Brought back: {plan.manifest.rows} rows, equal to the backup.")
        for name in differ:
            self.stdout.write(
                f"{name} in the data folder differs from the backup's; left as it is."
            )
        self.stdout.write("Now run migrate, then start the workers and the web server.")
