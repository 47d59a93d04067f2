"""Search balanced full Howells; print lines for `movements/howells.txt`."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.movements import (
    STEPS,
    assemble_movement,
    balance_factor,
    cyclic_rounds,
    howell,
    howell_of_word,
    search_word,
)

MIN_TABLES = 4
"""Three tables share a set in some round anyway, two in every round."""
NO_STARTER = 5
"""The ring of nine places has no strong starter."""


class Command(BaseCommand):
    help = "Search full Howells; prints lines for howells.txt, and on stderr how balanced they are."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", type=int, nargs="+")
        parser.add_argument("--steps", type=int, default=STEPS, help="of each climb for a word")

    def handle(self, *, tables: list[int], steps: int, **_options: object) -> None:
        if min(tables) < MIN_TABLES or NO_STARTER in tables or steps < 1:
            raise CommandError("4 tables or more, but not 5; and at least one step.")
        for size in tables:
            ring = 2 * size - 1
            first = howell_of_word(search_word(ring, steps))
            self.stdout.write(f"{size} {ring}: {first}")
            balance = balance_factor(
                assemble_movement("howell", cyclic_rounds(first, ring), entrants=ring + 1)
            )
            self.stderr.write(
                f"{size} tables: {balance:.2f}, so far {balance_factor(howell(size)):.2f}"
            )
