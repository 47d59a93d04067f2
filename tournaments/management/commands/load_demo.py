from argparse import ArgumentParser

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from games.management.database import readable_database_errors
from tournaments.demo import load_demo
from tournaments.models import Club


class Command(BaseCommand):
    help = "Load a demo club: a finished tournament, one in round 3, one open for entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--published-password",
            action="store_true",
            help="make the accounts although everybody knows their password",
        )

    def handle(self, *, published_password: bool, **_options: object) -> None:
        if not (published_password or settings.DEBUG):
            raise CommandError(
                "The demo makes a superuser whose password is published. Run `manage.py demo`, with"
                " a database of its own, or add --published-password where nobody else can reach"
                " the site."
            )
        with readable_database_errors():
            if Club.objects.exists() or User.objects.exists():
                raise CommandError(
                    "There is a club or an account already; the demo is for an empty database."
                )
            load_demo()
        self.stdout.write("The demo club is ready.")
