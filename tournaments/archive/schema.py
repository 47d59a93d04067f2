"""Validate an archive's shape: parts, columns, types, references.

Derived from the models (``parts``); published as ``docs/archive.schema.json``.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from itertools import count
from typing import Final

from django.db import models

from games.belot import RuleError
from games.fields import ValueField
from tournaments.archive.file import FORMAT, VERSION, ArchiveFileError, Document, Json
from tournaments.archive.parts import NAMES, OF_MODEL, PARTS, TOURNAMENT, Column, Part

MAX_STAGES: Final = 12
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "PositiveSmallIntegerField": (0, 2**15 - 1),
    "PositiveIntegerField": (0, 2**31 - 1),
    "PositiveBigIntegerField": (0, 2**63 - 1),
    "IntegerField": (-(2**31), 2**31 - 1),
    "BigIntegerField": (-(2**63), 2**63 - 1),
}
LIST_COLUMNS: Final = frozenset({("standings", "rows")})
Schema = dict[str, Json]


def check_shape(document: Document) -> None:
    """Raise ArchiveFileError with the path unless the document has a valid shape."""
    stages = document["stages"]
    if not 1 <= len(stages) <= MAX_STAGES:
        raise ArchiveFileError("bad_shape", "stages")
    if not isinstance(document["sha256"], str) or not is_time_text(document["made_at"]):
        raise ArchiveFileError("bad_shape", "made_at")
    teams_before = 0
    for at, stage in enumerate(stages):
        StageValidator(stage, f"stages[{at}]", teams_before).check()
        teams_before = len(stage["teams"])


class StageValidator:
    def __init__(self, stage: Json, at: str, teams_before: int) -> None:
        self.stage = stage
        self.at = at
        self.teams_before = teams_before

    def check(self) -> None:
        """Raise ArchiveFileError at the first invalid value."""
        if not isinstance(self.stage, dict) or set(self.stage) != {"tournament", *NAMES}:
            raise ArchiveFileError("bad_shape", self.at)
        self.check_row(TOURNAMENT, self.stage["tournament"], f"{self.at}.tournament")
        for part in PARTS:
            if not isinstance(self.stage[part.name], list):
                raise ArchiveFileError("bad_shape", f"{self.at}.{part.name}")
        for part in PARTS:
            for number, row in zip(count(1), self.stage[part.name], strict=False):
                self.check_row(part, row, f"{self.at}.{part.name}[{number - 1}]", number)

    def check_row(self, part: Part, row: Json, at: str, number: int | None = None) -> None:
        """Raise ArchiveFileError unless a row has exactly its columns with valid values."""
        names = {column.name for column in part.columns}
        names |= {"id"} if number else set()
        if not isinstance(row, dict) or set(row) != names:
            raise ArchiveFileError("bad_shape", at)
        if number and not (type(row["id"]) is int and row["id"] == number):
            raise ArchiveFileError("bad_shape", f"{at}.id")
        for column in part.columns:
            if not self.is_valid(part, column, row[column.name]):
                raise ArchiveFileError("bad_shape", f"{at}.{column.name}")

    def is_valid(self, part: Part, column: Column, value: Json) -> bool:
        """Whether a value is valid for its column and its reference exists."""
        if value is None:
            return column.null
        if column.related_model is not None:
            most = len(self.stage[OF_MODEL[column.related_model].name])
            if (part.name, column.name) == ("teams", "origin"):
                most = self.teams_before
            return type(value) is int and 1 <= value <= most
        return is_valid_value(part, column, value)


def is_valid_value(part: Part, column: Column, value: Json) -> bool:
    """Whether a value fits the column's type and limits."""
    if isinstance(column, ValueField):
        return is_parseable(column, value)
    if isinstance(column, models.JSONField):
        return isinstance(value, list if is_list(part, column) else dict)
    kind = column.get_internal_type()
    if kind in RANGES:
        least, most = RANGES[kind]
        return type(value) is int and least <= value <= most
    if kind in TIME_PARSERS:
        return is_time_text(value, TIME_PARSERS[kind])
    if kind == "BooleanField":
        return isinstance(value, bool)
    if kind == "UUIDField" or not isinstance(value, str) or len(value) > (column.max_length or 0):
        return False
    return not column.choices or (value == "" and column.blank) or value in choices_of(column)


def is_list(part: Part, column: Column) -> bool:
    """Whether a JSON column is a list instead of an object."""
    return column.default is list or (part.name, column.name) in LIST_COLUMNS


def choices_of(column: Column) -> list[str]:
    return [str(value) for value, _word in column.flatchoices]


def is_parseable(column: ValueField[Json], value: Json) -> bool:
    """Whether a rules or game value can be parsed."""
    try:
        column.read(json.dumps(value))
    except (RuleError, ValueError, TypeError, KeyError, AttributeError):
        return False
    return True


TIME_PARSERS: Final[Mapping[str, Callable[[str], Json]]] = {
    "DateTimeField": datetime.fromisoformat,
    "DateField": date.fromisoformat,
    "TimeField": time.fromisoformat,
}


def is_time_text(value: Json, read: Callable[[str], Json] = datetime.fromisoformat) -> bool:
    """Whether a text is a valid date or time; datetimes need a time zone."""
    try:
        parsed = read(value)
    except (ValueError, TypeError):
        return False
    return not isinstance(parsed, datetime) or parsed.tzinfo is not None


def json_schema() -> Schema:
    stage = {"tournament": schema_of_row(TOURNAMENT)}
    stage |= {part.name: {"type": "array", "items": schema_of_row(part)} for part in PARTS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A belot tournament in one file",
        **schema_of_object(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "made_at": {"type": "string", "format": "date-time"},
                "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                "stages": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MAX_STAGES,
                    "items": schema_of_object(stage),
                },
            }
        ),
    }


def schema_of_object(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def schema_of_row(part: Part) -> Schema:
    properties = {} if part is TOURNAMENT else {"id": {"type": "integer", "minimum": 1}}
    properties |= {column.name: schema_of(part, column) for column in part.columns}
    return schema_of_object(properties)


def schema_of(part: Part, column: Column) -> Schema:
    schema = schema_of_value(part, column)
    return {"anyOf": [schema, {"type": "null"}]} if column.null else schema


def schema_of_value(part: Part, column: Column) -> Schema:
    if column.related_model is not None:
        named = OF_MODEL[column.related_model].name
        return {"type": "integer", "minimum": 1, "description": f"the id of one of {named}"}
    if isinstance(column, ValueField):
        return {"description": "rules, or the length of a game"}
    if isinstance(column, models.JSONField):
        return {"type": "array" if is_list(part, column) else "object"}
    kind = column.get_internal_type()
    if kind in RANGES:
        return {"type": "integer", "minimum": RANGES[kind][0], "maximum": RANGES[kind][1]}
    if kind in TIME_PARSERS:
        formats = {"DateTimeField": "date-time", "DateField": "date", "TimeField": "time"}
        return {"type": "string", "format": formats[kind]}
    if kind == "BooleanField":
        return {"type": "boolean"}
    if column.choices:
        return {"enum": choices_of(column) + ([""] if column.blank else [])}
    return {"type": "string", "maxLength": column.max_length}
