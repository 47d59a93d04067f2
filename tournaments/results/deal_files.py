"""Files of deal records: a JSON array or one record per line.

The format is ``docs/deal-record.md`` plus ``board`` (number) and, if needed to identify
the play, ``table`` and ``round``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from games.belot.records import InvalidJsonError, read_json

MAX_BYTES = 2_000_000
"""Maximum of a form's text: the file is sent back for confirmation."""
MAX_RECORDS = 1_000
PLACE_KEYS = ("board", "table", "round")


class UnreadableFileError(ValueError):
    """Unreadable file; ``code`` is too_big, too_many, empty or no_text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class RecordItem:
    """One record of a file with its line and position.

    ``problem`` is no_json, no_object, or the key that is not a number.
    """

    line: int
    place: Mapping[str, int] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


def read_records(content: bytes) -> list[RecordItem]:
    """Items of a file; a faulty item does not stop the others."""
    if len(content) > MAX_BYTES:
        raise UnreadableFileError("too_big")
    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise UnreadableFileError("no_text") from error
    if not text:
        raise UnreadableFileError("empty")
    items = list(islice(array_items(text) or line_items(text), MAX_RECORDS + 1))
    if len(items) > MAX_RECORDS:
        raise UnreadableFileError("too_many")
    if not items:
        raise UnreadableFileError("empty")
    return items


def array_items(text: str) -> Iterator[RecordItem] | None:
    """Items of a JSON array or object; None if the text is neither."""
    try:
        whole = read_json(text)
    except InvalidJsonError:
        return None
    objects = whole if isinstance(whole, list) else [whole]
    return (item_of(number, each) for number, each in enumerate(objects, start=1))


def line_items(text: str) -> Iterator[RecordItem]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield item_of(number, read_json(line))
        except InvalidJsonError:
            yield RecordItem(number, problem="no_json")


def item_of(line: int, value: object) -> RecordItem:
    if not isinstance(value, dict):
        return RecordItem(line, problem="no_object")
    place = {key: value[key] for key in PLACE_KEYS if value.get(key) is not None}
    wrong = [key for key, number in place.items() if type(number) is not int or number < 1]
    if wrong or "board" not in place:
        return RecordItem(line, problem=wrong[0] if wrong else "board")
    record = {key: each for key, each in value.items() if key not in PLACE_KEYS}
    return RecordItem(line, place, record)
