"""`manage.py remake_standings`: ask for standings anew, after scoring itself was changed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tournaments.facts.append import facts_changed, log
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Have the standings of all tournaments, or of those with these codes, made anew from their "
        "facts. Workers do it; ladders and ratings follow where a place or figure is another one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of tournaments; all if none is given")

    def handle(self, *_args: object, **options: Any) -> None:
        codes = list(dict.fromkeys(options["codes"]))
        found = dict(Tournament.objects.order_by("pk").values_list("code", "pk"))
        unknown = [code for code in codes if code not in found]
        if unknown:
            raise CommandError(f"there is no tournament {', '.join(unknown)}")
        wanted = [found[code] for code in codes] if codes else list(found.values())
        for tournament in wanted:
            ask_anew(tournament)
        self.stdout.write(f"{len(wanted)} asked for; workers make them")


@transaction.atomic
def ask_anew(tournament: int) -> None:
    """Leave word for the worker that any row may be another one, and a line in the log."""
    facts_changed(tournament)
    log(tournament, "standings_remade")
