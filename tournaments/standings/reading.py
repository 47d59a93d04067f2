"""Plain JSON values read into frozen dataclasses, with the place of every error."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from games.belot.bounded_json import plain_name
from tournaments.standings.results import FactsError

T = TypeVar("T")
EXACT_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?")
"""A number as people write it."""
WRITTEN_NUMBER = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,100}|/[1-9][0-9]{0,99})?")
"""As computers do: what somebody carries over may be a mean of many different shares."""
MOST = 10**12
"""No number of a tournament is near it; what is computed from larger ones cannot be shown."""
SHOWN = 60
MOST_DECIMALS = 18
EXACT = 'a whole number or text like "2.5" or "1/3"'
KIND_NAMES = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    Decimal: "a number",
    Fraction: EXACT,
}


def read(kind: type[T], value: object, place: str = "") -> T:
    """A value of this type; FactsError names the place that does not fit."""
    found: T = _read(kind, value, place)
    return found


def _read(kind: Any, value: object, place: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _read_union(get_args(kind), value, place)
    if origin is tuple:
        return _read_tuple(get_args(kind), value, place)
    if origin is Literal:
        return _read_name(get_args(kind), value, place)
    if is_dataclass(kind):
        return _read_object(kind, value, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_read_name([member.value for member in kind], value, place))
    if kind is Fraction:
        return _read_fraction(value, place)
    if type(value) is not kind:
        raise _wrong(place, KIND_NAMES[kind], value)
    return _bounded(value, place) if kind in (int, Decimal) else value


def _wrong(place: str, wanted: str, value: object) -> FactsError:
    return FactsError(f"expected {wanted}, found {shown(value)}", place or "facts")


def shown(value: object) -> str:
    """A value that should have been another one, cut to a few words."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f"{value!r:.{SHOWN}}" if isinstance(value, str) else f"{value!s:.{SHOWN}}"


def _bounded(value: Any, place: str) -> Any:
    if not -MOST <= value <= MOST:
        raise _wrong(place, f"at most {MOST:,} either way", value)
    if isinstance(value, Decimal) and int(value.as_tuple().exponent) < -MOST_DECIMALS:
        raise _wrong(place, f"at most {MOST_DECIMALS} decimals", value)
    return value


def _read_union(kinds: tuple[Any, ...], value: object, place: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    if isinstance(value, Mapping):
        # What is wrong is told of the kind that was meant.
        others.sort(key=lambda kind: -len(_names(kind) & value.keys()))
    errors = []
    for kind in others:
        try:
            return _read(kind, value, place)
        except FactsError as reason:
            errors.append(reason)
    if len(errors) == 1 or isinstance(value, Mapping):
        raise errors[0]
    raise errors[0] if type(value) in others else _wrong(place, _either(others), value)


def _names(kind: Any) -> set[str]:
    return {field.name for field in fields(kind)} if is_dataclass(kind) else set()


def _either(kinds: list[Any]) -> str:
    return " or ".join(
        KIND_NAMES.get(kind, f"an object with {', '.join(sorted(_names(kind)))}") for kind in kinds
    )


def _read_tuple(kinds: tuple[Any, ...], value: object, place: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise _wrong(place, "a list", value)
    if kinds[-1] is Ellipsis:
        return tuple(_read(kinds[0], item, f"{place}[{i}]") for i, item in enumerate(value))
    if len(value) != len(kinds):
        raise _wrong(place, f"{len(kinds)} values", value)
    pairs = zip(kinds, value, strict=True)
    return tuple(_read(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(pairs))


def _read_object(kind: Any, value: object, place: str) -> Any:
    if not isinstance(value, Mapping):
        raise _wrong(place, "an object", value)
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}
    for name in value:
        if name not in known:
            raise FactsError(f"unknown; one of {', '.join(known)}", _inside(place, name))
    for name, field in known.items():
        needed = field.default is MISSING and field.default_factory is MISSING
        if needed and name not in value:
            raise FactsError("missing", _inside(place, name))
    read = {name: _read(hints[name], item, _inside(place, name)) for name, item in value.items()}
    try:
        return kind(**read)
    except FactsError as reason:
        at = _inside(place, reason.at) if reason.at else place
        raise FactsError(reason.message, at) from reason


def _inside(place: str, name: str) -> str:
    return f"{place}.{plain_name(name)}" if place else plain_name(name)


def _read_name(names: Collection[str], value: object, place: str) -> str:
    if isinstance(value, str) and value in names:
        return value
    raise _wrong(place, f"one of {', '.join(names)}", value)


def _read_fraction(value: object, place: str) -> Fraction:
    """Whole numbers, or text such as "2.5" and "1/3"; binary floats would not be exact."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(_bounded(value, place))
    if isinstance(value, str) and WRITTEN_NUMBER.fullmatch(value):
        return Fraction(_bounded(Fraction(value), place))
    raise _wrong(place, EXACT, value)
