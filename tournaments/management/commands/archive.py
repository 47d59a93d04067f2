import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.belot.records import plain_name
from games.management.database import database_in_words
from tournaments.archive.file import ENDING, canonical, pack
from tournaments.archive.writer import document_of
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a tournament, with the stages before it, into one file (docs/archive.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the tournament's code")
        parser.add_argument(
            "file", nargs="?", help=f"CODE{ENDING} if left out; “-” writes JSON to the output"
        )

    def handle(self, *, code: str, file: str | None, **_options: object) -> None:
        with database_in_words():
            tournament = Tournament.objects.filter(code=code[:12]).first()
            if tournament is None:
                raise CommandError(f"There is no tournament {plain_name(code)}.")
            document = document_of(tournament)
        if file == "-":
            sys.stdout.buffer.write(canonical(document))
            return
        path = Path(file or f"{tournament.code}{ENDING}")
        content = pack(document) if path.suffix == ".gz" else canonical(document)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{plain_name(str(path))}: {error.strerror}") from error
        self.stdout.write(f"{path}: {len(content):,} bytes, SHA-256 {document['sha256']}")
