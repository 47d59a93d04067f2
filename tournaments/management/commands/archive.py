import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.belot.records import printable_name
from games.management.database import readable_database_errors
from tournaments.archive.file import FILE_SUFFIX, canonical_json, pack
from tournaments.archive.writer import document_of
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a tournament, with the stages before it, into one file (docs/archive.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the tournament's code")
        parser.add_argument(
            "file", nargs="?", help=f"CODE{FILE_SUFFIX} if left out; “-” writes JSON to the output"
        )

    def handle(self, *, code: str, file: str | None, **_options: object) -> None:
        with readable_database_errors():
            tournament = Tournament.objects.filter(code=code[:12]).first()
            if tournament is None:
                raise CommandError(f"There is no tournament {printable_name(code)}.")
            document = document_of(tournament)
        if file == "-":
            sys.stdout.buffer.write(canonical_json(document))
            return
        path = Path(file or f"{tournament.code}{FILE_SUFFIX}")
        content = pack(document) if path.suffix == ".gz" else canonical_json(document)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{printable_name(str(path))}: {error.strerror}") from error
        self.stdout.write(f"{path}: {len(content):,} bytes, SHA-256 {document['sha256']}")
