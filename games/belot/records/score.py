from collections.abc import Iterator
from typing import Any

from games.belot.errors import RuleError
from games.belot.records.bounded_json import InvalidJsonError, read_bounded
from games.belot.records.game import Deal
from games.belot.records.match import match_sheet
from games.belot.records.record import replay
from games.belot.records.shape import object_kind
from games.belot.records.summary import slip_of
from games.belot.result import result_of


def check(obj: object) -> dict[str, Any]:
    """Result of a record, summary or match; RuleError at its first fault."""
    if not isinstance(obj, dict):
        raise RuleError("not_an_object")
    kind = object_kind(obj)
    if kind == "match":
        return match_sheet(obj).result()
    if kind == "record":
        return result_of(replay(Deal, obj))
    return slip_of(obj).result()


def score(obj: object) -> dict[str, Any]:
    """Like `check`, but a fault returns {"error": {...}}."""
    try:
        return check(obj)
    except RuleError as error:
        return {"error": error.to_json()}


def score_text(text: str, most: int | None = None) -> Iterator[dict[str, Any]]:
    """Results of an object, an array, or an object per line."""
    for item in read_items(text, most):
        if isinstance(item, RuleError):
            yield {"error": item.to_json()}
        else:
            yield score(item)


def read_items(text: str, most: int | None = None) -> Iterator[object]:
    """Objects of a text; a RuleError for each line that is not JSON.

    More than ``most`` objects give a single RuleError.
    """
    text = text.lstrip("\ufeff")
    try:
        whole = read_bounded(text)
    except InvalidJsonError as error:
        if most is not None and text.count("\n") > most:
            yield RuleError("too_many", most=most)
        else:
            yield from _read_lines(text, error)
        return
    items = whole if isinstance(whole, list) else [whole]
    if most is not None and len(items) > most:
        yield RuleError("too_many", most=most)
    else:
        yield from items


def _read_lines(text: str, error: InvalidJsonError) -> Iterator[object]:
    items = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            items.append(read_bounded(line))
        except InvalidJsonError as fault:
            items.append(_not_json(number, fault))
    whole = text.lstrip().startswith(("{", "["))
    if whole and not any(isinstance(item, dict) for item in items):
        yield _not_json(error.line, error)
    else:
        yield from items


def _not_json(line: int, fault: InvalidJsonError) -> RuleError:
    reason = str(fault) if fault.steps else fault.reason
    return RuleError("not_json", f"line {line}", reason=reason)
