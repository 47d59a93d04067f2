"""Filter, sort and paginate serialized rows."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from django.utils.translation import gettext as _

from games.wording.collation import Key, active_language, name_key
from tournaments.errors import RuleViolationError

Row = Mapping[str, Any]
Parameters = Mapping[str, Any]
FILTER: Final = re.compile(r"filter\[(\w{1,60})\]")
IDENTITY_MEMBERS: Final = ("id", "number", "code", "share", "round", "place")
RANGE_SEPARATOR: Final = ".."
MAX_CURSOR_PLACE: Final = 10**9


def select_fields(rows: Sequence[Row], asked: Parameters) -> list[Row]:
    """Rows reduced to the members in ``fields``, if given."""
    if "fields" not in asked or not rows:
        return list(rows)
    names = [require_member(rows, name, "fields") for name in asked["fields"].split(",")]
    return [{name: row[name] for name in names if name in row} for row in rows]


def sort_rows(rows: Sequence[Row], asked: Parameters) -> list[Row]:
    """Rows sorted by the members in ``order``; a minus reverses."""
    ordered = list(rows)
    if "order" not in asked or not rows:
        return ordered
    for each in reversed(asked["order"].split(",")):
        name = require_member(rows, each.removeprefix("-"), "order")
        there = [row for row in ordered if row.get(name) is not None]
        rest = [row for row in ordered if row.get(name) is None]
        there.sort(key=lambda row: sort_key(row[name]), reverse=each.startswith("-"))
        ordered = there + rest
    return ordered


def sort_key(value: object) -> tuple[bool, float, Key]:
    """Sort key: numbers as numbers, other values as collated text."""
    if isinstance(value, int | float):
        return False, value, name_key("", "")
    return True, 0, name_key(comparable_text(value), active_language())


def filter_rows(rows: Sequence[Row], asked: Parameters) -> Sequence[Row]:
    """Rows that match every ``filter[member]``."""
    for key, value in asked.items():
        if rows and (named := FILTER.fullmatch(key)):
            name = require_member(rows, named[1], key)
            rows = [row for row in rows if is_match(row.get(name), value, key)]
    return rows


def is_match(value: object, wanted: str, key: str) -> bool:
    """Whether a value equals ``wanted``, matches its ``*`` pattern or is in its range."""
    if isinstance(value, list):
        return any(is_match(each, wanted, key) for each in value)
    low, is_range, high = wanted.partition(RANGE_SEPARATOR)
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = parse_float(low, key), parse_float(high if is_range else low, key)
        return (least is None or value >= least) and (most is None or value <= most)
    text = comparable_text(value)
    if is_range:
        return (not low or text >= low.casefold()) and (not high or text <= high.casefold())
    return fnmatchcase(text, wanted.casefold().replace("[", "[[]").replace("?", "[?]"))


def parse_float(text: str, key: str) -> float | None:
    """Parsed number; None for an empty text; raises Refused."""
    try:
        return float(text) if text else None
    except ValueError as error:
        words = _("“%(text)s” is not a number; write a range as 3..7.")
        raise RuleViolationError("no_number", words % {"text": text[:40]}, field=key) from error


def comparable_text(value: object) -> str:
    """JSON text of a value, case-folded."""
    if isinstance(value, str):
        return value.casefold()
    return json.dumps(value, default=str, sort_keys=True).casefold()


def require_member(rows: Sequence[Row], name: str, key: str) -> str:
    """Check that rows have this member; raises Refused with the known ones."""
    known = rows[0].keys()
    if name in known:
        return name
    words = _("There is no “%(name)s” here; there are: %(known)s.")
    message = words % {"name": name[:40], "known": ", ".join(known)}
    raise RuleViolationError("unknown_member", message, field=key, known=list(known))


# Cursors --------------------------------------------------------------------------------


def encode_cursor(row: Row, place: int) -> str:
    """Cursor after a row; ``place`` is used if the row is deleted."""
    return urlsafe_b64encode(json.dumps([row_identity(row), place]).encode()).decode()


def row_identity(row: Row) -> str:
    return comparable_text([row.get(name) for name in IDENTITY_MEMBERS if name in row] or row)


def index_after_cursor(rows: Sequence[Row], cursor: str) -> int:
    """Index of the first row after a cursor; raises Refused."""
    identity, place = decode_cursor(cursor)
    indexes = (at for at, row in enumerate(rows, start=1) if row_identity(row) == identity)
    return next(indexes, place)


def decode_cursor(cursor: str) -> tuple[str, int]:
    """Identity and place of a cursor's row; raises Refused."""
    try:
        identity, place = json.loads(urlsafe_b64decode(cursor.encode()))
        if not isinstance(place, int) or not 0 <= place <= MAX_CURSOR_PLACE:
            raise ValueError
    except (ValueError, TypeError, RecursionError) as error:
        words = _("Unknown cursor. Start without one.")
        raise RuleViolationError("bad_cursor", words, field="cursor") from error
    return str(identity), place
