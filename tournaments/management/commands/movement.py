"""Print a movement or a bracket and its check."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.movements import MovementError, build, check
from tournaments.movements.double_elimination import double_elimination
from tournaments.movements.knockout import Bracket, single_elimination
from tournaments.movements.listing import (
    bracket_json,
    bracket_lines,
    movement_json,
    movement_lines,
)

MOST_ENTRANTS = 2000
"""No hall holds more; a larger number is a typing mistake that would run for hours."""
MOST_OF_KIND = {"howell": 1000}
"""Where more take minutes, because a design is searched."""
MOST_SEATS = 200_000
"""Entrants times rounds; more take minutes to check."""
TABLE_KINDS = ("mitchell", "howell", "endless_howell", "rainbow")
FIELD_KINDS = {
    "round_robin": "entrants",
    "berger": "entrants",
    "barometer": "entrants",
    "whist": "players",
    "american_whist": "teams",
    "new_england": "teams",
    "head_to_head": "teams",
}
TRIANGLE = "triangle"
BRACKETS: Mapping[str, Callable[[int], Bracket]] = {
    "single_elimination": single_elimination,
    "double_elimination": double_elimination,
}
PEOPLE_AT_A_TABLE = {"whist": 4, "rainbow": 4}
"""Entrants at a table where they are single players; elsewhere there are two."""
FIXED_LENGTH = frozenset({TRIANGLE, *BRACKETS})
"""The kinds whose rounds follow from the number of entrants."""


class Command(BaseCommand):
    help = "Print a movement (who meets whom where, on which boards) and what the checker says."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=[*TABLE_KINDS, *FIELD_KINDS, TRIANGLE, *BRACKETS])
        size = parser.add_mutually_exclusive_group(required=True)
        size.add_argument("--tables", type=int)
        size.add_argument("--teams", type=int)
        size.add_argument("--players", type=int)
        parser.add_argument("--rounds", type=int)
        parser.add_argument("--variant", choices=["plain", "skip", "share"])
        parser.add_argument("--arrow-switch", action="store_true")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, kind: str, **options: Any) -> None:
        check_numbers(kind, options)
        check_options(kind, options)
        try:
            if kind in BRACKETS:
                self._print_bracket(BRACKETS[kind](entrants(kind, options)), options["json"])
            else:
                self._print_movement(kind, params_for(kind, options), options["json"])
        except MovementError as error:
            raise CommandError(_(error.template) % error.params) from error

    def _print_bracket(self, bracket: Bracket, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(bracket_json(bracket)))
            return
        for line in bracket_lines(bracket):
            self.stdout.write(line)

    def _print_movement(self, kind: str, params: Mapping[str, Any], as_json: bool) -> None:
        movement = build(kind, params)
        if as_json:
            self.stdout.write(json.dumps(movement_json(movement)))
            return
        for line in movement_lines(movement):
            self.stdout.write(line)
        checked = check(movement)
        for fault in checked.faults:
            self.stdout.write(_(fault.template) % fault.params)
        balance = "–" if checked.balance is None else f"{checked.balance:.1f} %"
        self.stdout.write(
            f"valid: {checked.valid}  shares: {len(checked.shares)}"
            f"  repeats: {len(checked.repeats)}  balance: {balance}"
        )


def check_numbers(kind: str, options: Mapping[str, Any]) -> None:
    """Refuse numbers that no hall has, before anything is built of them."""
    for name in ("tables", "teams", "players", "rounds"):
        if options[name] is not None and options[name] < 1:
            raise CommandError(f"--{name}: expected 1 or more, found {options[name]}")
    count = entrants(kind, options)
    for most in (MOST_ENTRANTS, MOST_OF_KIND.get(kind, MOST_ENTRANTS)):
        if count > most:
            raise CommandError(f"At most {most} entrants.")
    rounds = options["rounds"] or usual_rounds(kind, count)
    if kind not in BRACKETS and count * rounds > MOST_SEATS:
        raise CommandError(
            f"{count} entrants in {rounds} rounds are more than any contest has:"
            " expected fewer entrants, or fewer --rounds"
        )


def usual_rounds(kind: str, count: int) -> int:
    """How many rounds a whole movement may have."""
    return count // {"mitchell": 2, "rainbow": 4}.get(kind, 1)


def check_options(kind: str, options: Mapping[str, Any]) -> None:
    """Refuse what this kind would not heed."""
    if kind != "mitchell" and (options["variant"] or options["arrow_switch"]):
        raise CommandError("--variant and --arrow-switch are for a Mitchell.")
    if kind in FIXED_LENGTH and options["rounds"] is not None:
        raise CommandError("--rounds: here the rounds follow from the number of entrants.")
    if kind == TRIANGLE and entrants(kind, options) != 3:
        raise CommandError("A triangle has 3 teams.")


def params_for(kind: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the movement from the words of the command line."""
    params: dict[str, Any] = {}
    if kind in FIELD_KINDS:
        params = {FIELD_KINDS[kind]: entrants(kind, options)}
    elif kind == "rainbow":
        params = {"tables": options["tables"] or -(-entrants(kind, options) // 4)}
    elif kind in TABLE_KINDS:
        pairs = -(-options["players"] // 2) if options["players"] else entrants(kind, options)
        params = {"tables": (pairs + 1) // 2}
        if pairs % 2:
            params["missing"] = "ew" if kind == "mitchell" else True
    if options["rounds"] is not None:
        params["rounds"] = options["rounds"]
    if kind == "mitchell":
        params |= {"variant": options["variant"], "arrow_switch": options["arrow_switch"]}
    return params


def entrants(kind: str, options: Mapping[str, Any]) -> int:
    """How many come: as said, or as many as the tables seat."""
    given = [options[name] for name in ("teams", "players") if options[name] is not None]
    return given[0] if given else PEOPLE_AT_A_TABLE.get(kind, 2) * int(options["tables"])
