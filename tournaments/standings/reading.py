"""Plain JSON values read into the dataclasses of this library, with the place of every error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tournaments.standings.results import FactsError

T = TypeVar("T")
EXACT_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?")


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
    if is_dataclass(kind):
        return _read_object(kind, value, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _read_enum(kind, value, place)
    if kind is Fraction:
        return _read_fraction(value, place)
    if type(value) is not kind:
        raise _wrong(place, kind.__name__, value)
    return value


def _wrong(place: str, wanted: str, value: object) -> FactsError:
    return FactsError(f"{place or 'facts'}: expected {wanted}, found {value!r:.60}")


def _read_union(kinds: tuple[Any, ...], value: object, place: str) -> Any:
    if value is None and NoneType in kinds:
        return None
    error: FactsError | None = None
    for kind in kinds:
        if kind is not NoneType:
            try:
                return _read(kind, value, place)
            except FactsError as reason:
                error = error or reason
    raise error or _wrong(place, "null", value)


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
            raise FactsError(f"{_inside(place, name)}: unknown; one of {', '.join(known)}")
    for name, field in known.items():
        needed = field.default is MISSING and field.default_factory is MISSING
        if needed and name not in value:
            raise FactsError(f"{_inside(place, name)}: missing")
    read = {name: _read(hints[name], item, _inside(place, name)) for name, item in value.items()}
    try:
        return kind(**read)
    except FactsError as reason:
        raise FactsError(f"{place}: {reason}" if place else str(reason)) from reason


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _read_enum(kind: type[Enum], value: object, place: str) -> Enum:
    for member in kind:
        if member.value == value:
            return member
    raise _wrong(place, "one of " + ", ".join(str(member.value) for member in kind), value)


def _read_fraction(value: object, place: str) -> Fraction:
    """Whole numbers, or text such as "2.5" and "1/3"; binary floats would not be exact."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and EXACT_NUMBER.fullmatch(value):
        return Fraction(value)
    raise _wrong(place, 'a whole number or text like "2.5" or "1/3"', value)
