import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.movements import (
    FORMATS,
    PAIRS,
    ROWS,
    Bracket,
    Format,
    Movement,
    MovementError,
    Seating,
    bracket_json,
    bracket_lines,
    build_bracket,
    build_movement,
    check_movement,
    movement_json,
    movement_lines,
)

MAX_ENTRANTS = 2000
"""No hall is larger; a typing mistake would run for hours."""
MAX_SEATS = 200_000
"""Entrants times rounds; more take minutes to check."""
PRINTABLE_FORMATS = sorted(
    (row for row in ROWS if row.is_determined_by_size), key=lambda row: row.size != "tables"
)
"""Formats built from one number; those that count tables first."""


class Command(BaseCommand):
    help = "Print a movement (who meets whom where, on which boards) and what the checker says."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=[row.kind for row in PRINTABLE_FORMATS])
        size = parser.add_mutually_exclusive_group(required=True)
        size.add_argument("--tables", type=int)
        size.add_argument("--teams", type=int)
        size.add_argument("--players", type=int)
        parser.add_argument("--rounds", type=int)
        parser.add_argument("--best-of", type=int, help="a series of so many matches in a bracket")
        parser.add_argument("--variant", choices=["plain", "skip", "share"])
        parser.add_argument("--arrow-switch", action="store_true")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, kind: str, **options: Any) -> None:
        row = FORMATS[kind]
        check_numbers(row, options)
        check_options(row, options)
        params = params_for(row, options)
        try:
            if row.seating is Seating.BRACKET:
                self._print_bracket(build_bracket(kind, params), options["json"])
            else:
                self._print_movement(build_movement(kind, params), options["json"])
        except MovementError as error:
            raise CommandError(_(error.template) % error.params) from error

    def _print_bracket(self, bracket: Bracket, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(bracket_json(bracket)))
            return
        for line in bracket_lines(bracket):
            self.stdout.write(line)

    def _print_movement(self, movement: Movement, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(movement_json(movement)))
            return
        for line in movement_lines(movement):
            self.stdout.write(line)
        checked = check_movement(movement)
        for fault in checked.faults:
            self.stdout.write(_(fault.template) % fault.params)
        balance = "–" if checked.balance is None else f"{checked.balance:.1f} %"
        self.stdout.write(
            f"valid: {checked.is_valid}  shares: {len(checked.shares)}"
            f"  repeats: {len(checked.repeats)}  balance: {balance}"
        )


def check_numbers(row: Format, options: Mapping[str, Any]) -> None:
    for name in ("tables", "teams", "players", "rounds"):
        if options[name] is not None and options[name] < 1:
            raise CommandError(f"--{name}: expected 1 or more, found {options[name]}")
    count = entrant_count(row, options)
    for most in (MAX_ENTRANTS, row.most or MAX_ENTRANTS):
        if count > most:
            raise CommandError(f"At most {most} entrants.")
    rounds = options["rounds"] or row.longest(count)
    if row.seating is not Seating.BRACKET and count * rounds > MAX_SEATS:
        raise CommandError(
            f"{count} entrants in {rounds} rounds are more than any contest has:"
            " expected fewer entrants, or fewer --rounds"
        )


def check_options(row: Format, options: Mapping[str, Any]) -> None:
    if "variant" not in row.parameter_names and (options["variant"] or options["arrow_switch"]):
        raise CommandError("--variant and --arrow-switch are for a Mitchell.")
    if "rounds" not in row.parameter_names and options["rounds"] is not None:
        raise CommandError("--rounds: here the rounds follow from the number of entrants.")
    if "best_of" not in row.parameter_names and options["best_of"] is not None:
        raise CommandError("--best-of: A series of matches is for a knock-out.")
    if row.only not in (None, entrant_count(row, options)):
        raise CommandError(f"A {row.kind} has {row.only} teams.")


def params_for(row: Format, options: Mapping[str, Any]) -> dict[str, object]:
    count = entrant_count(row, options)
    if options["players"] and row.size == "tables" and PAIRS in row.suits:
        count = -(-options["players"] // 2)
    params = row.params_for(count)
    if options["rounds"] is not None:
        params["rounds"] = options["rounds"]
    if options["best_of"] is not None:
        params["best_of"] = options["best_of"]
    if "variant" in row.parameter_names:
        params |= {"variant": options["variant"], "arrow_switch": options["arrow_switch"]}
    return params


def entrant_count(row: Format, options: Mapping[str, Any]) -> int:
    """The number of entrants: given, or as many as the tables seat."""
    counts = [options[name] for name in ("teams", "players") if options[name] is not None]
    return counts[0] if counts else row.entrants_per_table * int(options["tables"])
