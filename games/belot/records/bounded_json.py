"""JSON from outside: bounded in its depth and its numbers, without what nobody can keep.

What comes in is walked over many times later: copied, compared, written out, stored. Nested deeply
it exhausts the stack there, long digits take long to count with, and a NUL or half of a surrogate
pair cannot be stored. All of that is refused where the text is read, with its place.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, Final

MOST_DEPTH: Final = 32
"""How deep lists and objects may lie in each other; a match with its records needs not ten."""
MOST_WHOLE: Final = 2**63 - 1
"""The largest whole number of a database's column, up and down."""
MOST_DIGITS: Final = 100
MOST_SHOWN: Final = 60
TOO_DEEP: Final = f"nested more than {MOST_DEPTH} levels deep"
BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""A bracket, or a whole string, in which brackets are text."""
Step = int | str
"""From a list or an object to one of its parts: a position or a name."""


class BadJson(ValueError):
    """A text that is no JSON, or JSON that nobody means: for which reason, and where."""

    def __init__(self, reason: str, line: int = 1, column: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.steps: list[Step] = []

    @property
    def place(self) -> str:
        """The part at fault, such as ``results[3].table``, or the position; empty for all of it."""
        if self.column:
            return f"line {self.line}, column {self.column}"
        names = [f"[{step}]" if isinstance(step, int) else _key_path(step) for step in self.steps]
        return "".join(names).removeprefix(".")

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class _Odd(str):
    """In the place of a value that must be refused: what is wrong with it."""

    __slots__ = ()


def read_json(text: str | bytes, *, exact: bool = False) -> Any:
    """The value that a text says, of parts that a database can keep; raises BadJson.

    Exact for what people write by hand and count with: numbers with a point are read as Decimal,
    and a name that stands twice in one object is refused.
    """
    value = _parse(text, exact=exact)
    _check_parts(value, _check_kept)
    return value


def read_bounded(text: str | bytes) -> Any:
    """The same for who looks at each text and whole number: these may be any."""
    value = _parse(text, exact=False)
    _check_parts(value, _check_odd)
    return value


def check_json(value: object) -> None:
    """Raise BadJson for a value nested too deeply, or with what no database keeps."""
    _check_parts(value, _check_kept)


def plain_name(name: str) -> str:
    """A name from outside as it may stand in a message: cut, odd characters as escapes."""
    cut = name[:MOST_SHOWN]
    return cut if cut.isprintable() and cut else ascii(cut)


def _key_path(name: str) -> str:
    return f".{plain_name(name)}"


def _parse(text: str | bytes, *, exact: bool) -> Any:
    """The value of a text, with something odd in the place of what no check can see later."""
    text = _decode(text).removeprefix("\ufeff")
    try:
        return json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_decimal if exact else _finite,
            parse_constant=_no_number,
            object_pairs_hook=_unique_names if exact else None,
        )
    except json.JSONDecodeError as error:
        raise BadJson(error.msg, error.lineno, error.colno) from error
    except RecursionError:
        raise BadJson(TOO_DEEP, *_too_deep_at(text)) from None


def _decode(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        # Halves of surrogate pairs are let through here and looked at with those of escapes.
        return text.decode(json.detect_encoding(text), "surrogatepass")
    except UnicodeDecodeError as error:
        raise BadJson("the input is not UTF-8 text") from error


def _whole_number(digits: str) -> int | _Odd:
    return _long(digits) if len(digits) > MOST_DIGITS else int(digits)


def _decimal(digits: str) -> Decimal | _Odd:
    if len(digits) > MOST_DIGITS:
        return _long(digits)
    try:
        return Decimal(digits)
    except ArithmeticError:
        return _Odd("this exponent is too large")


def _finite(digits: str) -> float | _Odd:
    if len(digits) > MOST_DIGITS:
        return _long(digits)
    value = float(digits)
    return _Odd("a number too large to count with") if math.isinf(value) else value


def _long(digits: str) -> _Odd:
    return _Odd(f"a number of {len(digits):,} digits; {MOST_DIGITS} at most")


def _no_number(name: str) -> _Odd:
    return _Odd(f"{name} is no number of JSON")


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _value in pairs)
        found[max(times, key=times.__getitem__)] = _Odd("named twice in one object")
    return found


def _too_deep_at(text: str) -> tuple[int, int]:
    """Line and column of the first bracket that is one too many."""
    level = 0
    for found in BRACKET.finditer(text):
        level += (found[0] in "[{") - (found[0] in "]}")
        if level > MOST_DEPTH:
            line_start = text.rfind("\n", 0, found.start()) + 1
            return text.count("\n", 0, line_start) + 1, found.start() - line_start + 1
    return 1, 0


def _check_parts(value: object, check: Callable[[object], None], depth: int = 0) -> None:
    """Check a value, its names and all that lies in it, no deeper than it may be."""
    check(value)
    if not isinstance(value, dict | list):
        return
    if depth == MOST_DEPTH:
        raise BadJson(TOO_DEEP)
    parts: Iterable[tuple[Step, object]]
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in parts:
        try:
            if isinstance(step, str):
                check(step)
            _check_parts(part, check, depth + 1)
        except BadJson as fault:
            fault.steps.insert(0, step)
            raise


def _check_odd(part: object) -> None:
    """Raise BadJson in the place of what was odd already to the reader."""
    if isinstance(part, _Odd):
        raise BadJson(str(part))


def _check_kept(part: object) -> None:
    """Raise BadJson for what no database keeps: a NUL, half a surrogate pair, a huge number."""
    if isinstance(part, str):
        _check_odd(part)
        if "\x00" in part:
            raise BadJson("a NUL character is no text")
        if not part.isascii() and any("\ud800" <= letter <= "\udfff" for letter in part):
            raise BadJson("half a character (a lone surrogate)")
    elif isinstance(part, int) and abs(part) > MOST_WHOLE:
        raise BadJson(f"a whole number larger than {MOST_WHOLE}")
