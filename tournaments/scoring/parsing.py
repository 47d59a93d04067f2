"""Parse plain JSON values into frozen dataclasses, with the path of each error."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Set
from dataclasses import MISSING, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from games.belot.records import printable_name
from tournaments.scoring.results import FactsError

T = TypeVar("T")
EXACT_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?")
"""As typed by users."""
COMPUTED_NUMBER: Final = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,100}|/[1-9][0-9]{0,99})?")
"""As computed: a carry-over can be a mean of many different fractions."""
MAX_ABSOLUTE: Final = 10**12
"""Far above any tournament; results of larger numbers cannot be shown."""
MAX_SHOWN_CHARACTERS: Final = 60
MAX_DECIMALS: Final = 18
PLAIN: Final[Mapping[object, str]] = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    Decimal: "a number",
    Fraction: 'a whole number or text like "2.5" or "1/3"',
}


def read_value(kind: type[T], value: object, place: str = "") -> T:
    """Parse a value as `kind`; raise FactsError with its path."""
    try:
        parsed = _read_as(kind, value)
    except FactsError as fault:
        raise fault.inside(place or ("" if fault.at else "facts")) from fault
    assert isinstance(parsed, kind)
    return parsed


def _read_as(kind: object, value: object) -> object:
    if kind in PLAIN:
        return _read_plain(kind, value)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_union(parts, value)
    if origin is tuple:
        return _read_tuple(parts, value)
    if origin is Literal:
        return _read_name(parts, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_read_name([member.value for member in kind], value))
    return _read_object(kind, value)


def _unexpected_value(wanted: str, value: object) -> FactsError:
    return FactsError(f"expected {wanted}, found {brief(value)}")


def brief(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return (
        f"{value!r:.{MAX_SHOWN_CHARACTERS}}"
        if isinstance(value, str)
        else f"{value!s:.{MAX_SHOWN_CHARACTERS}}"
    )


def _read_plain(kind: object, value: object) -> object:
    """A number, text or flag; true is no number, binary floats are inexact."""
    parsed = _fraction(value) if kind is Fraction else value
    if type(parsed) is not kind:
        raise _unexpected_value(PLAIN[kind], value)
    if isinstance(parsed, int | Decimal | Fraction) and not -MAX_ABSOLUTE <= parsed <= MAX_ABSOLUTE:
        raise _unexpected_value(f"at most {MAX_ABSOLUTE:,} either way", parsed)
    if isinstance(parsed, Decimal) and int(parsed.as_tuple().exponent) < -MAX_DECIMALS:
        raise _unexpected_value(f"at most {MAX_DECIMALS} decimals", parsed)
    return parsed


def _fraction(value: object) -> object:
    """Integers and text such as "2.5" and "1/3" as fractions, other values unchanged."""
    if isinstance(value, str):
        return Fraction(value) if COMPUTED_NUMBER.fullmatch(value) else value
    return Fraction(value) if type(value) is int else value


def _read_name(names: Collection[str], value: object) -> str:
    if isinstance(value, str) and value in names:
        return value
    raise _unexpected_value(f"one of {', '.join(names)}", value)


def _read_tuple(kinds: tuple[object, ...], value: object) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise _unexpected_value("a list", value)
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(value)
    if len(value) != len(kinds):
        raise _unexpected_value(f"{len(kinds)} values", value)
    pairs = zip(kinds, value, strict=True)
    return tuple(_part(f"[{at}]", kind, item) for at, (kind, item) in enumerate(pairs))


def _part(step: str, kind: object, value: object) -> object:
    try:
        return _read_as(kind, value)
    except FactsError as fault:
        raise fault.inside(step) from None


def _read_object(kind: Any, value: object) -> object:
    if not isinstance(value, Mapping):
        raise _unexpected_value("an object", value)
    types, needed = _fields(kind)
    for name in value:
        if name not in types:
            raise FactsError(f"unknown; one of {', '.join(types)}", printable_name(name))
    for name in needed:
        if name not in value:
            raise FactsError("missing", name)
    return kind(**{name: _part(name, types[name], item) for name, item in value.items()})


@cache
def _fields(kind: type[Any]) -> tuple[Mapping[str, object], list[str]]:
    hints = get_type_hints(kind)
    needed = [
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    ]
    return {field.name: hints[field.name] for field in fields(kind)}, needed


def _read_union(kinds: tuple[object, ...], value: object) -> object:
    if value is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    if isinstance(value, Mapping):
        # Report the error of the best matching type.
        others.sort(key=lambda kind: -len(_field_names(kind) & value.keys()))
    faults = []
    for kind in others:
        try:
            return _read_as(kind, value)
        except FactsError as fault:
            faults.append(fault)
    if isinstance(value, Mapping) or len(faults) == 1 or type(value) in others:
        raise faults[0]
    raise _unexpected_value(" or ".join(map(_kind_name, others)), value)


def _kind_name(kind: object) -> str:
    return PLAIN.get(kind) or f"an object with {', '.join(sorted(_field_names(kind)))}"


def _field_names(kind: object) -> Set[str]:
    return _fields(kind)[0].keys() if isinstance(kind, type) and is_dataclass(kind) else set()
