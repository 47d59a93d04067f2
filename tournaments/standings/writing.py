"""The dataclasses of this library as plain JSON values, the reverse of `reading`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from tournaments.standings.facts import Facts
from tournaments.standings.results import Game
from tournaments.standings.scales import VP_SCALES

Json = dict[str, Any]


def facts_to_json(facts: Facts) -> Json:
    """The facts as `facts_from_json` reads them; what has its default is left out."""
    written: Json = _written(facts)
    if getattr(facts.match, "id", None) in VP_SCALES:
        written["match"] = facts.match.id  # type: ignore[union-attr]
    if written.get("entrants"):
        written["entrants"] = [e["id"] if list(e) == ["id"] else e for e in written["entrants"]]
    return written


def renamed(facts: Facts, names: Mapping[int, int]) -> Facts:
    """The same facts with other numbers for entrants, for example those that people know."""

    def name(entrant: int) -> int:
        return names.get(entrant, entrant)

    return replace(
        facts,
        entrants=tuple(replace(e, id=name(e.id)) for e in facts.entrants),
        results=tuple(replace(r, ns=name(r.ns), ew=name(r.ew)) for r in facts.results),
        games=tuple(_game(game, name) for game in facts.games),
        byes=tuple(replace(bye, entrant=name(bye.entrant)) for bye in facts.byes),
        adjustments=tuple(replace(a, entrant=name(a.entrant)) for a in facts.adjustments),
        lineups=tuple(
            replace(each, entrants=tuple(name(e) for e in each.entrants)) for each in facts.lineups
        ),
        lots=tuple(name(entrant) for entrant in facts.lots),
    )


def _game(game: Game, name: Callable[[int], int]) -> Game:
    sides = tuple(replace(side, entrant=name(side.entrant)) for side in game.sides)
    return replace(game, sides=sides)


def _written(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if is_dataclass(value):
        return {
            field.name: _written(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != _default(field)
        }
    return value


def _default(field: Any) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING
