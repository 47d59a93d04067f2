from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from tournaments.scoring.facts import Facts
from tournaments.scoring.options import unknown_options
from tournaments.scoring.results import Game
from tournaments.scoring.scales import VP_SCALES, VpScale

Json = dict[str, object]


def facts_to_json(facts: Facts) -> Json:
    """Facts as `facts_from_json` reads them, without defaults or unknown options."""
    form = _object(facts)
    options = _object(facts.options)
    for name in unknown_options(facts.method, list(options)):
        del options[name]
    form.pop("options", None)
    if options:
        form["options"] = options
    if isinstance(facts.match, VpScale) and facts.match.id in VP_SCALES:
        form["match"] = facts.match.id
    if facts.entrants:
        objects = map(_object, facts.entrants)
        form["entrants"] = [each["id"] if [*each] == ["id"] else each for each in objects]
    return form


def rename_entrants(facts: Facts, names: Mapping[int, int]) -> Facts:
    """The same facts with other entrant numbers, for example the public ones."""

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
        annulled=tuple(name(entrant) for entrant in facts.annulled),
        walkovers=tuple(replace(each, entrant=name(each.entrant)) for each in facts.walkovers),
        knockout=tuple(
            replace(order, groups=tuple(tuple(name(e) for e in group) for group in order.groups))
            for order in facts.knockout
        ),
    )


def _game(game: Game, name: Callable[[int], int]) -> Game:
    sides = tuple(replace(side, entrant=name(side.entrant)) for side in game.sides)
    return replace(game, sides=sides)


def to_json(value: object) -> object:
    """A value as JSON: exact numbers, objects without defaults."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return exact_number(value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return _object(value) if is_dataclass(value) else value


def exact_number(value: Fraction) -> int | str:
    """An integer as it is, other values as text like "275/3"."""
    return value.numerator if value.denominator == 1 else str(value)


def _object(value: Any) -> Json:
    parts = ((field, getattr(value, field.name)) for field in fields(value))
    return {field.name: to_json(part) for field, part in parts if part != _default(field)}


def _default(field: Field[object]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()
