from argparse import ArgumentParser
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.management.database import readable_database_errors
from games.visitors.retention import RETENTION_DAYS, delete_visitor_data

MOST_DAYS = 36_500


class Command(BaseCommand):
    help = "Throw away simulations and sets of deals that people without an account asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=RETENTION_DAYS, help="how old (default 90)")

    def handle(self, *, days: int, **_options: object) -> None:
        if not 0 <= days <= MOST_DAYS:
            raise CommandError(f"--days: expected 0 to {MOST_DAYS}, found {days}")
        with readable_database_errors():
            gone = delete_visitor_data(before=timezone.now() - timedelta(days=days))
        self.stdout.write(f"{gone.simulations} simulations and {gone.deal_sets} sets of deals.")
