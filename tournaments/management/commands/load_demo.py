"""Load the demo club into an empty database."""

from django.core.management.base import BaseCommand, CommandError

from games.management.database import database_in_words
from tournaments.demo import load_demo
from tournaments.models import Club


class Command(BaseCommand):
    help = "Load a demo club: a finished tournament, one in round 3, one open for entry."

    def handle(self, **_options: object) -> None:
        with database_in_words():
            if Club.objects.exists():
                raise CommandError("There is a club already; the demo is for an empty database.")
            load_demo()
        self.stdout.write("The demo club is ready.")
