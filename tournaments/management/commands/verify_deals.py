"""Check a tournament's boards against its seed, or deal boards from a seed."""

import hashlib
import re
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.belot import PRESETS, Variant, seats_of, seeded_pack, variant_from_json
from games.belot.records import printable_name
from games.management.database import readable_database_errors
from tournaments.draws.selectors.fairness import fairness_of, seed_hash
from tournaments.models import Tournament

SEED_DIGITS = 64
MAX_BOARDS = 1000
MAX_BYTES = 1_000_000
CODE = re.compile(r"[0-9A-Za-z_-]{1,12}")
FOUR_HANDED = sorted(name for name, variant in PRESETS.items() if variant.players == 4)


class Command(BaseCommand):
    help = (
        "With a tournament's code: deal its boards again and compare. "
        "With a seed: print its fingerprint and its boards, without any database. "
        "With the file of prepared deals: print its fingerprint."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what", help="a tournament's code, a seed of 64 hexadecimal digits, or deals.txt"
        )
        parser.add_argument("--fingerprint", default="", help="the SHA-256 shown before play")
        parser.add_argument("--boards", type=int, default=27, help="how many boards to deal")
        parser.add_argument("--preset", default="bulgarian", choices=FOUR_HANDED)
        parser.add_argument(
            "--clockwise", action="store_true", help="the dealer goes round clockwise"
        )

    def handle(
        self,
        *,
        what: str,
        fingerprint: str,
        boards: int,
        preset: str,
        clockwise: bool,
        **_options: object,
    ) -> None:
        if not 1 <= boards <= MAX_BOARDS:
            raise CommandError(f"--boards: expected 1 to {MAX_BOARDS}, found {boards}")
        if is_seed(what):
            way = {"direction": "clockwise"} if clockwise else {}
            variant = variant_from_json({"preset": preset, **way})
            self.deal_again(what.lower(), fingerprint, boards, variant)
        elif what.endswith(".txt"):
            self.compare_file(Path(what), fingerprint)
        else:
            with readable_database_errors():
                self.compare(what)

    def deal_again(self, seed: str, fingerprint: str, boards: int, variant: Variant) -> None:
        """Print a seed's boards; fails if its fingerprint differs."""
        actual_fingerprint = seed_hash(seed)
        self.stdout.write(f"fingerprint {actual_fingerprint}")
        seats = seats_of(variant)
        for number in range(1, boards + 1):
            dealer = seats[(number - 1) % len(seats)]
            pack = seeded_pack(variant, bytes.fromhex(seed), number)
            self.stdout.write(f"board {number} dealer {dealer} {pack}")
        if fingerprint and fingerprint.lower() != actual_fingerprint:
            raise CommandError("The seed does not fit the fingerprint.")
        if fingerprint:
            self.stdout.write(self.style.SUCCESS("The seed fits the fingerprint."))

    def compare_file(self, path: Path, fingerprint: str) -> None:
        """Print the fingerprint of prepared deals; fails if it differs."""
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            raise CommandError(f"There is no file of deals at {printable_name(str(path))}.")
        actual_fingerprint = hashlib.sha256(path.read_bytes()).hexdigest()
        self.stdout.write(f"fingerprint {actual_fingerprint}")
        if fingerprint and fingerprint.lower() != actual_fingerprint:
            raise CommandError("The deals do not fit the fingerprint.")
        if fingerprint:
            self.stdout.write(self.style.SUCCESS("The deals fit the fingerprint."))

    def compare(self, code: str) -> None:
        """Compare every stored board with the one dealt from the seed."""
        tournament = Tournament.objects.filter(code=code).first() if CODE.fullmatch(code) else None
        if tournament is None:
            raise CommandError(
                f"There is no tournament {printable_name(code)}, and this is no seed."
            )
        if not tournament.seed_is_public:
            raise CommandError("The seed is secret until the tournament is finished.")
        fairness = fairness_of(tournament)
        for pack in fairness.packs:
            word = "same" if pack.is_same else "DIFFERENT"
            word += ", prepared" if pack.is_prepared else ""
            self.stdout.write(f"board {pack.number} dealer {pack.dealer} {word}")
        if not fairness.is_fair:
            raise CommandError("These boards were not all dealt from the seed that was promised.")
        source = "deals" if fairness.prepared else "seed"
        self.stdout.write(
            self.style.SUCCESS(f"All {len(fairness.packs)} boards come from the promised {source}.")
        )


def is_seed(text: str) -> bool:
    return len(text) == SEED_DIGITS and all(sign in "0123456789abcdefABCDEF" for sign in text)
