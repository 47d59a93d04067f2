from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.json_input import read_json_stream
from tournaments.scoring import (
    FactsError,
    Standings,
    compute_standings,
    facts_from_json,
    standings_to_json,
)

MAX_DECIMALS = 12


class Command(BaseCommand):
    help = "Compute standings from facts given as JSON (docs/standings.md), without a database."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print everything as JSON")
        parser.add_argument("--places", type=int, default=2, help="decimal places of totals shown")

    def handle(self, *_args: object, **options: Any) -> None:
        places = options["places"]
        if not 0 <= places <= MAX_DECIMALS:
            raise CommandError(f"--places: expected 0 to {MAX_DECIMALS}, found {places}")
        report = standings_to_json(self._standings(), places)
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))
            return
        for row in report["rows"]:
            self.stdout.write(
                f"{row['section']:3} {row['place']:>5} {row['entrant']:>6} {row['shown']:>10}"
            )

    def _standings(self) -> Standings:
        try:
            return compute_standings(facts_from_json(read_json_stream(sys.stdin)))
        except FactsError as error:
            raise CommandError(str(error)) from error
