"""Search balanced full Howells and print them as lines of `movements/howells.txt`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.movements import balance
from tournaments.movements.howell import cyclic_rounds, howell
from tournaments.movements.model import assemble
from tournaments.movements.seat_words import STEPS, searched_word
from tournaments.movements.starters import howell_of_word

FEWEST_TABLES = 4
"""Three tables share a set in any case, and two in every round."""
NO_STARTER = 5
"""The ring of nine places has no strong starter."""


class Command(BaseCommand):
    help = "Search full Howells; prints lines for howells.txt, and on stderr how balanced they are."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", type=int, nargs="+")
        parser.add_argument("--steps", type=int, default=STEPS, help="of each climb for a word")

    def handle(self, *, tables: list[int], steps: int, **_options: Any) -> None:
        if min(tables) < FEWEST_TABLES or NO_STARTER in tables or steps < 1:
            raise CommandError("4 tables or more, but not 5; and at least one step.")
        for size in tables:
            ring = 2 * size - 1
            first = howell_of_word(searched_word(ring, steps))
            self.stdout.write(f"{size} {ring}: {first}")
            found = balance(assemble("howell", cyclic_rounds(first, ring), entrants=ring + 1))
            self.stderr.write(f"{size} tables: {found:.2f}, so far {balance(howell(size)):.2f}")
