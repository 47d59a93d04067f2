from games.belot.records.bounded_json import (
    MOST_WHOLE,
    BadJson,
    check_json,
    plain_name,
    read_bounded,
    read_json,
)
from games.belot.records.score import read_items
from games.belot.records.shape import START_KEYS, kind_of

__all__ = [
    "MOST_WHOLE",
    "START_KEYS",
    "BadJson",
    "check_json",
    "kind_of",
    "plain_name",
    "read_bounded",
    "read_items",
    "read_json",
]
