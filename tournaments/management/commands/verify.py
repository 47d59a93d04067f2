import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.belot.records import printable_name
from tournaments.archive.file import MAX_TEXT_BYTES, ArchiveFileError
from tournaments.archive.reader import read_document
from tournaments.archive.schema import json_schema
from tournaments.archive.texts import file_error_text, finding_text
from tournaments.archive.verification import check_document


class Command(BaseCommand):
    help = (
        "Recompute an archive from the file alone, without a database: deals from the seed, seats, "
        "the score of every result, every version of the standings. Fails when anything differs."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="an archive (docs/archive.md)")
        parser.add_argument("--schema", action="store_true", help="print the JSON schema instead")

    def handle(self, *, file: str | None, schema: bool, **_options: object) -> None:
        if schema:
            self.stdout.write(json.dumps(json_schema(), indent=1, ensure_ascii=False))
            return
        if file is None:
            raise CommandError("Name the file of an archive.")
        try:
            document = read_document(read_archive_file(Path(file)))
        except ArchiveFileError as error:
            raise CommandError(file_error_text(error)) from error
        report = check_document(document)
        for finding in report.findings:
            self.stdout.write(finding_text(finding))
        for place in report.not_made_again:
            self.stdout.write(
                f"{place}: shown before a change of which the file holds only the last state, so "
                "it was looked at by itself and not made again"
            )
        if not report.has_hash:
            self.stdout.write("The hash is another one: the file is not as it was written.")
        if not report.is_sound:
            raise CommandError(f"{len(report.findings)} values differ from what would be right.")
        self.stdout.write(self.style.SUCCESS(summary(document["stages"])))


def read_archive_file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_TEXT_BYTES:
            raise CommandError(file_error_text(ArchiveFileError("too_large")))
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{printable_name(str(path))}: {error.strerror}") from error


def summary(stages: list[dict[str, list[object]]]) -> str:
    count = {
        name: sum(len(stage[name]) for stage in stages)
        for name in ("deals", "seats", "results", "standings")
    }
    return (
        "The file is as it was written, and agrees with itself: {deals} deals, {seats} seats, "
        "{results} results, {standings} versions of standings."
    ).format(**count)
