from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.management.database import readable_database_errors
from tournaments.archive.services.restore import (
    load_document,
    replace_with_archive,
    restore_archive,
)
from tournaments.errors import RuleViolationError
from tournaments.management.commands.verify import read_archive_file
from tournaments.models import Club, Tournament


class Command(BaseCommand):
    help = "Store an archive (docs/archive.md) as a new tournament of a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="an archive")
        parser.add_argument("--club", type=int, help="the number of the club, as in its address")
        parser.add_argument(
            "--put-back", metavar="CODE", help="take the place of this tournament, set it aside"
        )
        parser.add_argument(
            "--anyway", action="store_true", help="though values do not follow from each other"
        )

    def handle(
        self, *, file: str, club: int | None, put_back: str | None, anyway: bool, **_options: object
    ) -> None:
        content = read_archive_file(Path(file))
        with readable_database_errors():
            try:
                tournament = restore_from(content, club, put_back, anyway)
            except RuleViolationError as refusal:
                raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{tournament.name}: /t/{tournament.code}/")


def restore_from(content: bytes, club_id: int | None, code: str | None, anyway: bool) -> Tournament:
    document = load_document(content, anyway=anyway)
    if code:
        tournament = Tournament.objects.filter(code=code).first()
        if tournament is None:
            raise CommandError("There is no tournament of this code.")
        return replace_with_archive(tournament=tournament, document=document)
    club = Club.objects.filter(pk=club_id or 0).first()
    if club is None:
        raise CommandError("Name a club that there is: --club NUMBER.")
    return restore_archive(document=document, club=club)
