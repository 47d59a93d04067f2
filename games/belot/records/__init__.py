from games.belot.records.bounded_json import (
    MAX_INTEGER,
    InvalidJsonError,
    check_json,
    printable_name,
    read_bounded,
    read_json,
)
from games.belot.records.score import read_items
from games.belot.records.shape import START_KEYS, object_kind

__all__ = [
    "MAX_INTEGER",
    "START_KEYS",
    "InvalidJsonError",
    "check_json",
    "object_kind",
    "printable_name",
    "read_bounded",
    "read_items",
    "read_json",
]
