import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.json_input import read_json_stream
from tournaments.movements import (
    PAIR_REASONS,
    Draw,
    DrawEntry,
    Id,
    MovementError,
    System,
    bye_reason,
    pair_reasons,
    pair_round,
)
from tournaments.scoring import FactsError, read_value

MAX_TEAMS = 1000
"""Paired within seconds even if all have met; more take minutes."""


@dataclass(frozen=True, slots=True)
class TeamInput:
    id: int | str
    score: Fraction | Decimal | None = None
    rank: int | None = None
    met: tuple[int | str, ...] = ()
    had_bye: bool = False
    avoid: tuple[int | str, ...] = ()

    def __post_init__(self) -> None:
        if self.rank is not None and self.rank < 1:
            raise FactsError(f"expected 1 or more, found {self.rank}", "rank")
        for name, others in (("met", self.met), ("avoid", self.avoid)):
            if self.id in others:
                raise FactsError(
                    f"{self.id} cannot meet itself", f"{name}[{others.index(self.id)}]"
                )


@dataclass(frozen=True, slots=True)
class PairingInput:
    teams: tuple[TeamInput, ...]
    system: System = "swiss"
    seed: int | None = None

    def __post_init__(self) -> None:
        if len(self.teams) > MAX_TEAMS:
            raise FactsError(f"expected at most {MAX_TEAMS}, found {len(self.teams)}", "teams")
        first: dict[Id, str] = {}
        for at, team in enumerate(self.teams):
            place = f"teams[{at}]"
            if first.setdefault(team.id, place) != place:
                raise FactsError(f"{team.id} is listed already, at {first[team.id]}", f"{place}.id")
        for place, other in self._names():
            # Opponents who have left can be listed; a number given as text would never match.
            twin = parse_number(other) if isinstance(other, str) else str(other)
            if other not in first and twin in first:
                raise FactsError(f"{other!r} is no team, {twin!r} is", place)

    def _names(self) -> Iterator[tuple[str, Id]]:
        for at, team in enumerate(self.teams):
            for name, others in (("met", team.met), ("avoid", team.avoid)):
                for which, other in enumerate(others):
                    yield f"teams[{at}].{name}[{which}]", other


class Command(BaseCommand):
    help = (
        'Read {"teams": [{"id", "score", "rank", "met", "had_bye", "avoid"}], "system", "seed"}'
        " from the input and print the pairs of the next round, the bye and the total cost."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true")

    def handle(self, *, json: bool, **_options: object) -> None:
        drawn = pair_input(read_input(sys.stdin))
        for line in [as_json(drawn)] if json else text_lines(drawn):
            self.stdout.write(line)


def read_input(stream: TextIO) -> PairingInput:
    """Parse the input; raises CommandError with the position of an error."""
    try:
        return read_value(PairingInput, read_json_stream(stream))
    except FactsError as error:
        raise CommandError(str(error)) from error


def pair_input(asked: PairingInput) -> Draw:
    try:
        return pair_round(entries_of(asked.teams), asked.system, seed=asked.seed or 0)
    except MovementError as error:
        raise CommandError(_(error.template) % error.params) from error


def entries_of(teams: tuple[TeamInput, ...]) -> list[DrawEntry]:
    """Entries with exact integer scores: all in hundredths if one is not whole."""
    scores = [Fraction(team.score or 0) for team in teams]
    unit = 1 if all(score.denominator == 1 for score in scores) else 100
    return [
        DrawEntry(
            id=team.id,
            score=round(score * unit),
            rank=team.rank or place,
            met=dict.fromkeys(team.met, 0),
            unplayed=int(team.had_bye),
            avoid=frozenset(team.avoid),
        )
        for place, (team, score) in enumerate(zip(teams, scores, strict=True), 1)
    ]


def parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def as_json(drawn: Draw) -> str:
    """Pairs by id, bye, cost, and unavoidable rematches and forbidden pairs."""
    ids = [entry.id for entry in drawn.order]
    return json.dumps(
        {
            "pairs": [list(pair) for pair in drawn.ids],
            "bye": drawn.bye_id,
            "cost": drawn.cost,
            "rematches": [[ids[a], ids[b]] for a, b in drawn.rematches],
            "forbidden": [[ids[a], ids[b]] for a, b in drawn.forbidden],
        }
    )


def text_lines(drawn: Draw) -> list[str]:
    lines = [
        f"{first} – {second}   "
        + "; ".join(_(PAIR_REASONS[each.code]) % each.params for each in pair_reasons(drawn, pair))
        for pair, (first, second) in zip(drawn.pairs, drawn.ids, strict=True)
    ]
    rest = bye_reason(drawn)
    if rest is not None:
        lines.append(f"{drawn.bye_id}   {_(PAIR_REASONS[rest.code]) % rest.params}")
    return [*lines, f"cost: {drawn.cost}"]
