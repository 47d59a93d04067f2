"""Rows as they are told: which of them are wanted, in which order, from where on."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from django.utils.translation import gettext as _

from games.wording.collation import Key, active_language, name_key
from tournaments.errors import Refused

Row = Mapping[str, Any]
Asked = Mapping[str, Any]
"""What stands in the address, by its name."""
FILTER: Final = re.compile(r"filter\[(\w{1,60})\]")
NAMES: Final = ("id", "number", "code", "share", "round", "place")
"""Members by which a row is known again, first of all."""
BETWEEN: Final = ".."
MOST_PLACE: Final = 10**9


def with_fields(rows: Sequence[Row], asked: Asked) -> list[Row]:
    """The rows with the members of ``fields`` alone; all where nothing is asked for."""
    if "fields" not in asked or not rows:
        return list(rows)
    names = [must_be_member(rows, name, "fields") for name in asked["fields"].split(",")]
    return [{name: row[name] for name in names if name in row} for row in rows]


def put_in_order(rows: Sequence[Row], asked: Asked) -> list[Row]:
    """The rows by the members of ``order``, a minus before one for the other way round."""
    found = list(rows)
    if "order" not in asked or not rows:
        return found
    for each in reversed(asked["order"].split(",")):
        name = must_be_member(rows, each.removeprefix("-"), "order")
        there = [row for row in found if row.get(name) is not None]
        rest = [row for row in found if row.get(name) is None]
        there.sort(key=lambda row: rank(row[name]), reverse=each.startswith("-"))
        found = there + rest
    return found


def rank(value: object) -> tuple[bool, float, Key]:
    """Return the sort key of a value: numbers as numbers, other values as collated text."""
    if isinstance(value, int | float):
        return False, value, name_key("", "")
    return True, 0, name_key(text_of(value), active_language())


def matching(rows: Sequence[Row], asked: Asked) -> Sequence[Row]:
    """The rows that fit every ``filter[member]``."""
    for key, wanted in asked.items():
        if rows and (named := FILTER.fullmatch(key)):
            name = must_be_member(rows, named[1], key)
            rows = [row for row in rows if fits(row.get(name), wanted, key)]
    return rows


def fits(value: object, wanted: str, key: str) -> bool:
    """Whether a value is what is wanted: equal, like a pattern with ``*``, or between two."""
    if isinstance(value, list):
        return any(fits(each, wanted, key) for each in value)
    low, is_range, high = wanted.partition(BETWEEN)
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = number(low, key), number(high if is_range else low, key)
        return (least is None or value >= least) and (most is None or value <= most)
    text = text_of(value)
    if is_range:
        return (not low or text >= low.casefold()) and (not high or text <= high.casefold())
    return fnmatchcase(text, wanted.casefold().replace("[", "[[]").replace("?", "[?]"))


def number(text: str, key: str) -> float | None:
    """The number that is written; None for none; raises Refused."""
    try:
        return float(text) if text else None
    except ValueError as error:
        words = _("“%(text)s” is no number; a range is written 3..7.")
        raise Refused("no_number", words % {"text": text[:40]}, field=key) from error


def text_of(value: object) -> str:
    """A value as it stands in JSON, small letters alike."""
    if isinstance(value, str):
        return value.casefold()
    return json.dumps(value, default=str, sort_keys=True).casefold()


def must_be_member(rows: Sequence[Row], name: str, key: str) -> str:
    """A name that rows have; raises Refused, with those that there are."""
    known = rows[0].keys()
    if name in known:
        return name
    words = _("There is no “%(name)s” here; there are: %(known)s.")
    told = words % {"name": name[:40], "known": ", ".join(known)}
    raise Refused("unknown_member", told, field=key, known=list(known))


# Where a part begins --------------------------------------------------------------------------


def cursor_of(row: Row, place: int) -> str:
    """Where a part ended: after which row, and where that was if the row is gone then."""
    return urlsafe_b64encode(json.dumps([identity(row), place]).encode()).decode()


def identity(row: Row) -> str:
    """What a row is known by."""
    return text_of([row.get(name) for name in NAMES if name in row] or row)


def after_cursor(rows: Sequence[Row], cursor: str) -> int:
    """The place of the first row after a cursor; raises Refused."""
    wanted, place = end_of(cursor)
    found = (at for at, row in enumerate(rows, start=1) if identity(row) == wanted)
    return next(found, place)


def end_of(cursor: str) -> tuple[str, int]:
    """What the last row was known by, and at which place it was; raises Refused."""
    try:
        wanted, place = json.loads(urlsafe_b64decode(cursor.encode()))
        if not isinstance(place, int) or not 0 <= place <= MOST_PLACE:
            raise ValueError
    except (ValueError, TypeError, RecursionError) as error:
        words = _("This cursor was not given here. Begin without one.")
        raise Refused("bad_cursor", words, field="cursor") from error
    return str(wanted), place
