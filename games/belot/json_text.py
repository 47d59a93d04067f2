"""JSON from outside: of a bounded depth, and nothing in it that no program can keep or count with.

What comes in is walked over many times later: copied, compared, written out, stored. Nested deeply
it exhausts the stack there, and a NUL or half of a surrogate pair cannot be stored, so all of that
is refused where the text is read.
"""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

MOST_DEPTH: Final = 50
"""How deep lists and objects may lie in each other; a match with its records needs not ten."""
MOST_WHOLE: Final = 2**63 - 1
"""The largest whole number of a database's column, up and down."""


def read_json(
    text: str | bytes | bytearray, *, parse_float: Callable[[str], Any] | None = None
) -> Any:
    """The value that a text says; raises ValueError with the reason for everything else."""
    value = read_shallow(text, parse_float=parse_float)
    check_json(value)
    return value


def read_shallow(
    text: str | bytes | bytearray, *, parse_float: Callable[[str], Any] | None = None
) -> Any:
    """The same for who looks at each text and number: bounded in its depth alone."""
    try:
        value = json.loads(text, parse_float=parse_float or finite, parse_constant=refused)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    for _each in parts_of(value):
        pass
    return value


def check_json(value: object) -> None:
    """Raise ValueError for a value nested too deeply, or with what no database keeps."""
    for part in parts_of(value):
        if isinstance(part, str):
            check_text(part)
        elif isinstance(part, int) and abs(part) > MOST_WHOLE:
            raise ValueError(f"a whole number larger than {MOST_WHOLE}")


def parts_of(value: object) -> Iterator[object]:
    """A value, its keys and all that lies in it; raises ValueError where that is too deep."""
    level = [value]
    for _depth in range(MOST_DEPTH + 1):
        yield from level
        dicts = [each for each in level if isinstance(each, dict)]
        for each in dicts:
            yield from each
        lists = [each for each in level if isinstance(each, list)]
        level = [part for each in (*lists, *(d.values() for d in dicts)) for part in each]
        if not level:
            return
    raise ValueError("nested too deeply")


def check_text(text: str) -> None:
    """Raise ValueError for text that no database keeps: with a NUL or half a surrogate pair."""
    if "\x00" in text:
        raise ValueError("a NUL character is no text")
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("half a surrogate pair is no text")


def finite(text: str) -> float:
    """A number that is not so large that it counts as infinite."""
    value = float(text)
    if math.isinf(value):
        raise ValueError("a number too large to count with")
    return value


def refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
