"""Columns that hold JSON and give values: a row says what it means, not how it is stored."""

import json
from functools import lru_cache, partial
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models.expressions import Expression
from django.db.models.fields.json import KeyTransform

from games.belot import Variant, variant_from_json, variant_to_json

Value = TypeVar("Value")


class ValueField(models.JSONField[Value, Value]):
    """JSON in the database, in the code a value of one kind that cannot be changed in place.

    A subclass names what writes and reads its kind. Migrations know the column as plain JSON
    without a default, so that they never depend on what is made of it.
    """

    value_encoder: ClassVar[type[json.JSONEncoder]]
    value_decoder: ClassVar[type[json.JSONDecoder]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        codec = {"encoder": self.value_encoder, "decoder": self.value_decoder}
        super().__init__(*args, **{**kwargs, **codec})
        # Many rows hold the same text: it is read once.
        self.read = lru_cache(maxsize=1024)(partial(json.loads, cls=self.value_decoder))

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """The column as migrations write it down."""
        name, _path, args, kwargs = super().deconstruct()
        for ours in ("encoder", "decoder", "default"):
            kwargs.pop(ours, None)
        return name, "django.db.models.JSONField", list(args), kwargs

    def from_db_value(self, value: str | None, expression: Expression, connection: Any) -> Any:
        """The value of a stored text; of a part of it, that part as it is."""
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return self.read(value)

    def to_json(self, value: Value) -> Any:
        """What is stored of a value."""
        return json.loads(json.dumps(value, cls=self.value_encoder))


def stored_value(row: models.Model, name: str) -> Any:
    """A column of a row; of one that gives values, the JSON."""
    field, value = row._meta.get_field(name), getattr(row, name)
    return field.to_json(value) if isinstance(field, ValueField) else value


class VariantEncoder(json.JSONEncoder):
    """Rules as their shortest JSON."""

    def default(self, o: Any) -> Any:
        return variant_to_json(o) if isinstance(o, Variant) else super().default(o)


class VariantDecoder(json.JSONDecoder):
    """Rules out of JSON."""

    def decode(self, s: str, *args: Any) -> Any:
        return variant_from_json(super().decode(s, *args))


class VariantField(ValueField[Variant]):
    """The rules that something is played by; stored as a preset's id, or with changed switches."""

    value_encoder = VariantEncoder
    value_decoder = VariantDecoder
