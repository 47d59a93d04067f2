"""Bounded JSON parsing for untrusted input.

Deep nesting exhausts the stack, long numbers cost time, NUL and lone surrogates cannot be
stored.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, Final

MAX_DEPTH: Final = 32
"""A match with its records needs under ten."""
MAX_INTEGER: Final = 2**63 - 1
"""Of database columns, also below zero."""
MAX_DIGITS: Final = 100
MAX_NAME_LENGTH: Final = 60
TOO_DEEP: Final = f"nested more than {MAX_DEPTH} levels deep"
BRACKET_OR_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""Brackets inside strings are text."""
PathStep = int | str
"""Index or key."""


class InvalidJsonError(ValueError):
    def __init__(self, reason: str, line: int = 1, column: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.steps: list[PathStep] = []

    @property
    def place(self) -> str:
        """Part at fault, such as ``results[3].table``, or the position; empty for the whole."""
        if self.column:
            return f"line {self.line}, column {self.column}"
        names = [f"[{step}]" if isinstance(step, int) else _key_path(step) for step in self.steps]
        return "".join(names).removeprefix(".")

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class _InvalidValue(str):
    __slots__ = ()


def read_json(text: str | bytes, *, exact: bool = False) -> Any:
    """Parse JSON that a database can store; raises InvalidJsonError.

    `exact`, for hand-written input: decimals become Decimal, duplicate names are refused.
    """
    value = _parse(text, exact=exact)
    _check_parts(value, _check_storable)
    return value


def read_bounded(text: str | bytes) -> Any:
    """Parse JSON for callers that check texts and whole numbers themselves."""
    value = _parse(text, exact=False)
    _check_parts(value, _check_valid)
    return value


def check_json(value: object) -> None:
    """Refuse a value nested too deeply or not storable in a database."""
    _check_parts(value, _check_storable)


def printable_name(name: str) -> str:
    cut = name[:MAX_NAME_LENGTH]
    return cut if cut.isprintable() and cut else ascii(cut)


def _key_path(name: str) -> str:
    return f".{printable_name(name)}"


def _parse(text: str | bytes, *, exact: bool) -> Any:
    """Parse; placeholders mark what no later check can see."""
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
        raise InvalidJsonError(error.msg, error.lineno, error.colno) from error
    except RecursionError:
        raise InvalidJsonError(TOO_DEEP, *_too_deep_at(text)) from None


def _decode(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        # Lone surrogates pass here and are checked later, with those of escapes.
        return text.decode(json.detect_encoding(text), "surrogatepass")
    except UnicodeDecodeError as error:
        raise InvalidJsonError("the input is not UTF-8 text") from error


def _whole_number(digits: str) -> int | _InvalidValue:
    return _too_many_digits(digits) if len(digits) > MAX_DIGITS else int(digits)


def _decimal(digits: str) -> Decimal | _InvalidValue:
    if len(digits) > MAX_DIGITS:
        return _too_many_digits(digits)
    try:
        return Decimal(digits)
    except ArithmeticError:
        return _InvalidValue("this exponent is too large")


def _finite(digits: str) -> float | _InvalidValue:
    if len(digits) > MAX_DIGITS:
        return _too_many_digits(digits)
    value = float(digits)
    return _InvalidValue("a number too large to count with") if math.isinf(value) else value


def _too_many_digits(digits: str) -> _InvalidValue:
    return _InvalidValue(f"a number of {len(digits):,} digits; {MAX_DIGITS} at most")


def _no_number(name: str) -> _InvalidValue:
    return _InvalidValue(f"{name} is no number of JSON")


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        times = Counter(name for name, _value in pairs)
        members[max(times, key=times.__getitem__)] = _InvalidValue("named twice in one object")
    return members


def _too_deep_at(text: str) -> tuple[int, int]:
    level = 0
    for token in BRACKET_OR_STRING.finditer(text):
        level += (token[0] in "[{") - (token[0] in "]}")
        if level > MAX_DEPTH:
            line_start = text.rfind("\n", 0, token.start()) + 1
            return text.count("\n", 0, line_start) + 1, token.start() - line_start + 1
    return 1, 0


def _check_parts(value: object, check: Callable[[object], None], depth: int = 0) -> None:
    check(value)
    if not isinstance(value, dict | list):
        return
    if depth == MAX_DEPTH:
        raise InvalidJsonError(TOO_DEEP)
    parts: Iterable[tuple[PathStep, object]]
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in parts:
        try:
            if isinstance(step, str):
                check(step)
            _check_parts(part, check, depth + 1)
        except InvalidJsonError as fault:
            fault.steps.insert(0, step)
            raise


def _check_valid(part: object) -> None:
    if isinstance(part, _InvalidValue):
        raise InvalidJsonError(str(part))


def _check_storable(part: object) -> None:
    if isinstance(part, str):
        _check_valid(part)
        if "\x00" in part:
            raise InvalidJsonError("a NUL character is no text")
        if not part.isascii() and any("\ud800" <= letter <= "\udfff" for letter in part):
            raise InvalidJsonError("half a character (a lone surrogate)")
    elif isinstance(part, int) and abs(part) > MAX_INTEGER:
        raise InvalidJsonError(f"a whole number larger than {MAX_INTEGER}")
