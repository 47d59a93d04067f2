"""JSON from strangers: bounded in depth, in size and in the length of numbers, with the place."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import chain
from typing import Any, Final, TextIO

MOST_LEVELS: Final = 32
"""No document of ours is nested half as deep; what follows the reading may recurse."""
MOST_DIGITS: Final = 100
MOST_CHARACTERS: Final = 50_000_000
"""A tournament of a thousand tables takes a tenth of it."""
SHOWN: Final = 60
TOO_DEEP: Final = f"nested more than {MOST_LEVELS} levels deep"
BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""A bracket, or a whole string, in which brackets are text."""
Steps = tuple[str, ...]


class BadJson(ValueError):
    """A text that is no JSON, or JSON that nobody means; says where."""


class _Odd(str):
    """In the place of a value that must be refused: what is wrong with it."""

    __slots__ = ()


def json_from(stream: TextIO) -> Any:
    """The value that a stream of text holds; raises BadJson."""
    try:
        text = stream.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        raise BadJson("the input is not UTF-8 text") from error
    if len(text) > MOST_CHARACTERS:
        raise BadJson(f"more than {MOST_CHARACTERS:,} characters")
    return json_value(text)


def json_value(text: str) -> Any:
    """The value of a JSON text, numbers with a point as Decimal; raises BadJson."""
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise BadJson(f"this is not JSON: {error}") from error
    except RecursionError as error:
        raise BadJson(f"{_too_deep_at(text)}: {TOO_DEEP}") from error
    for place, fault in _faults(value, ()):
        raise BadJson(f"{place_of(place)}: {fault}")
    return value


def place_of(steps: Steps) -> str:
    """A place as people write it, such as ``results[3].table``; the whole text without steps."""
    return "".join(steps).removeprefix(".") or "the whole"


def plain_name(name: str) -> str:
    """The name of a member as it may stand in a message: cut, odd characters as escapes."""
    cut = name[:SHOWN]
    return cut if cut.isprintable() and cut else ascii(cut)


def _whole(digits: str) -> int | _Odd:
    if len(digits) > MOST_DIGITS:
        return _Odd(f"a number of {len(digits):,} digits; {MOST_DIGITS} at most")
    return int(digits)


def _decimal(digits: str) -> Decimal | _Odd:
    if len(digits) > MOST_DIGITS:
        return _Odd(f"a number of {len(digits):,} digits; {MOST_DIGITS} at most")
    try:
        return Decimal(digits)
    except ArithmeticError:
        return _Odd("this exponent is too large")


def _no_number(name: str) -> _Odd:
    return _Odd(f"{name} is no number of JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _value in pairs)
        found[max(times, key=times.__getitem__)] = _Odd("named twice in one object")
    return found


def _faults(value: Any, place: Steps) -> Iterator[tuple[Steps, str]]:
    """Whatever must be refused, with its place; never goes deeper than it may."""
    if isinstance(value, _Odd):
        yield place, str(value)
    elif isinstance(value, str):
        if not _is_text(value):
            yield place, "half a character (a lone surrogate)"
    elif isinstance(value, Mapping | list):
        if len(place) >= MOST_LEVELS:
            yield place, TOO_DEEP
        else:
            yield from _faults_inside(value, place)


def _faults_inside(value: Mapping[str, Any] | list[Any], place: Steps) -> Iterator[Any]:
    if isinstance(value, list):
        yield from chain.from_iterable(
            _faults(item, (*place, f"[{at}]"))
            for at, item in enumerate(value)
            if isinstance(item, str | list | dict)
        )
        return
    for name, item in value.items():
        if not _is_text(name):
            yield (*place, f".{plain_name(name)}"), "half a character (a lone surrogate)"
        elif isinstance(item, str | list | dict):
            yield from _faults(item, (*place, f".{plain_name(name)}"))


def _too_deep_at(text: str) -> str:
    """Line and column of the first bracket that is one too many."""
    level = 0
    for found in BRACKET.finditer(text):
        level += (found[0] in "[{") - (found[0] in "]}")
        if level > MOST_LEVELS:
            line_start = text.rfind("\n", 0, found.start()) + 1
            line = text.count("\n", 0, line_start) + 1
            return f"line {line}, column {found.start() - line_start + 1}"
    return "the whole"


def _is_text(value: str) -> bool:
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
