import inspect
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tournaments.movements.catalogue import FORMATS
from tournaments.movements.errors import MovementError, _
from tournaments.movements.formats import Seating
from tournaments.movements.knockout import Bracket
from tournaments.movements.model import Movement
from tournaments.movements.pair_costs import DrawEntry
from tournaments.movements.swiss import Draw


def build_movement(kind: str, params: Mapping[str, Any]) -> Movement:
    """Build a movement; the same kind and JSON parameters always give the same seating."""
    row = FORMATS.get(kind)
    if row is None or row.seating is not Seating.AHEAD:
        raise MovementError("unknown_movement", _("There is no movement “%(kind)s”."), kind=kind)
    try:
        inspect.signature(row.builder).bind(**params)
    except TypeError as error:
        raise MovementError(
            "wrong_parameters",
            _("The movement “%(kind)s” cannot be made of these values: %(error)s."),
            kind=kind,
            error=str(error),
        ) from None
    return _build(kind, json.dumps(params))


@lru_cache(maxsize=64)
def _build(kind: str, params: str) -> Movement:
    """Cached: proposals, draws and guide cards build the same movement."""
    movement = FORMATS[kind].builder(**json.loads(params))
    assert isinstance(movement, Movement)
    return movement


def build_bracket(kind: str, params: Mapping[str, Any]) -> Bracket:
    """Build a bracket, ignoring parameters that its builder does not take."""
    row = FORMATS[kind]
    bracket = row.builder(**{name: value for name, value in params.items() if name not in row.own})
    assert isinstance(bracket, Bracket)
    return bracket


def pair_next_round(
    kind: str, params: Mapping[str, Any], entries: list[DrawEntry], number: int, lot: int
) -> Draw:
    """Draw the next round of a format drawn round by round; deterministic per ``lot``."""
    draw = FORMATS[kind].builder(entries, number, lot, params)
    assert isinstance(draw, Draw)
    return draw
