"""Pair one round from standings given as JSON."""

import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.movements import MovementError
from tournaments.movements.pair_costs import Entry
from tournaments.movements.pair_seats import PAIR_REASONS, bye_reason, reasons
from tournaments.movements.swiss import Draw, draw

SYSTEMS = ("swiss", "danish", "random")


class Command(BaseCommand):
    help = (
        'Read {"teams": [{"id", "score", "rank", "met", "had_bye", "avoid"}], "system", "seed"}'
        " from the input and print the pairs of the next round, the bye and the total cost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true")

    def handle(self, *, json: bool, **_options: Any) -> None:
        drawn = draw_from(sys.stdin.read())
        for line in [as_json(drawn)] if json else as_lines(drawn):
            self.stdout.write(line)


def draw_from(text: str) -> Draw:
    """Pair the standings written as JSON; raises CommandError when they make no sense."""
    try:
        data = json.loads(text, parse_float=Decimal)
        system = data.get("system", "swiss")
        if system not in SYSTEMS:
            raise CommandError(f"system: one of {', '.join(SYSTEMS)}")
        return draw(entries_of(data["teams"]), system, seed=int(data.get("seed") or 0))
    except MovementError as error:
        raise CommandError(_(error.template) % error.params) from error
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise CommandError(f"The input cannot be read: {error!r}") from error


def entries_of(teams: list[Mapping[str, Any]]) -> list[Entry]:
    """Entries with exact scores: whole numbers as they are, else all of them in hundredths."""
    scores = [Decimal(team.get("score") or 0) for team in teams]
    unit = 1 if all(score == int(score) for score in scores) else 100
    return [
        Entry(
            id=team["id"],
            score=round(score * unit),
            rank=int(team.get("rank") or place),
            met=dict.fromkeys(team.get("met") or (), 0),
            had_bye=bool(team.get("had_bye")),
            avoid=frozenset(team.get("avoid") or ()),
        )
        for place, (team, score) in enumerate(zip(teams, scores, strict=True), 1)
    ]


def as_json(drawn: Draw) -> str:
    """The pairs by id, who rests, the cost, and the pairs that could not be avoided."""
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


def as_lines(drawn: Draw) -> list[str]:
    """A line per pair with its reasons."""
    lines = [
        f"{first} – {second}   "
        + "; ".join(_(PAIR_REASONS[each.code]) % each.params for each in reasons(drawn, pair))
        for pair, (first, second) in zip(drawn.pairs, drawn.ids, strict=True)
    ]
    rest = bye_reason(drawn)
    if rest is not None:
        lines.append(f"{drawn.bye_id}   {_(PAIR_REASONS[rest.code]) % rest.params}")
    return [*lines, f"cost: {drawn.cost}"]
