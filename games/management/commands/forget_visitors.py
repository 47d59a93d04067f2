"""Throw away what visitors asked of the computer a while ago."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.visitors import forget_visitors

USUAL_DAYS = 90


class Command(BaseCommand):
    help = "Throw away simulations and sets of deals that people without an account asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=USUAL_DAYS, help="how old (default 90)")

    def handle(self, *, days: int, **_options: Any) -> None:
        gone = forget_visitors(before=timezone.now() - timedelta(days=days))
        self.stdout.write(f"{gone.simulations} simulations and {gone.deal_sets} sets of deals.")
