"""Model fields: JSON columns that return values, and text without control characters."""

import json
import unicodedata
from functools import lru_cache, partial
from typing import Any, ClassVar, Final, TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from django.db.models.fields.json import KeyTransform

from games.belot import Variant, variant_from_json, variant_to_json

Value = TypeVar("Value")
JOINERS: Final = "\u200c\u200d"
"""They join parts of emoji and Persian words."""
LEFT_OUT: Final = {"Cc", "Cf", "Cs"}


class ValueField(models.JSONField[Value, Value]):
    """JSON column whose Python values are immutable and of one type.

    Subclasses name an encoder and a decoder. Migrations see a plain JSONField without a
    default, so they do not depend on these classes.
    """

    value_encoder: ClassVar[type[json.JSONEncoder]]
    value_decoder: ClassVar[type[json.JSONDecoder]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        codec = {"encoder": self.value_encoder, "decoder": self.value_decoder}
        super().__init__(*args, **{**kwargs, **codec})
        # Many rows hold the same text: cache the decoded value.
        self.read = lru_cache(maxsize=1024)(partial(json.loads, cls=self.value_decoder))

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        for ours in ("encoder", "decoder", "default"):
            kwargs.pop(ours, None)
        return name, "django.db.models.JSONField", list(args), kwargs

    def from_db_value(self, value: str | None, expression: Expression, connection: Any) -> Any:
        """Decode stored text; a key transform (a part of the JSON) stays plain JSON."""
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        return self.read(value)

    def to_json(self, value: Value) -> Any:
        return json.loads(json.dumps(value, cls=self.value_encoder))


def stored_value(row: models.Model, name: str) -> Any:
    """A column's value; for a ``ValueField``, its JSON."""
    field, value = row._meta.get_field(name), getattr(row, name)
    return field.to_json(value) if isinstance(field, ValueField) else value


class VariantEncoder(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        return variant_to_json(o) if isinstance(o, Variant) else super().default(o)


class VariantDecoder(json.JSONDecoder):
    def decode(self, s: str, *args: Any) -> Any:
        return variant_from_json(super().decode(s, *args))


class VariantField(ValueField[Variant]):
    """Rules of a game, stored as a preset's id or with changed switches."""

    value_encoder = VariantEncoder
    value_decoder = VariantDecoder


# Lines of text -----------------------------------------------------------------------------------


def clean_name(text: str) -> str:
    """Text in composed form (NFC), with single spaces, without control characters.

    XML, mail headers and calendars cannot contain the removed characters.
    """
    composed = unicodedata.normalize("NFC", text)
    signs = (
        " " if sign.isspace() else sign
        for sign in composed
        if sign.isspace()
        or sign in JOINERS
        or not (unicodedata.category(sign) in LEFT_OUT or is_noncharacter(sign))
    )
    return " ".join("".join(signs).split())


def is_noncharacter(sign: str) -> bool:
    """Whether Unicode never assigns the code point, such as U+FFFE."""
    code = ord(sign)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


class LineField(models.CharField[str, str]):
    """One line of free text, cleaned by `clean_name` on every save path.

    Migrations see a plain CharField.
    """

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", list(args), kwargs

    def to_python(self, value: object) -> object:
        """Clean the text, so that validation rejects a value that becomes empty."""
        text = super().to_python(value)
        # Composing can lengthen a text: cut it to its original length so that it still fits.
        return clean_name(text)[: len(text)] if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        """Clean the attribute too, since the request reads it afterwards."""
        text = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, text)
        return text


class DetailsField(models.JSONField[Any, Any]):
    """JSON whose strings are cleaned by `clean_name` on every save path.

    Migrations see a plain JSONField.
    """

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", list(args), kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        details = clean_texts(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, details)
        return details

    def get_db_prep_save(self, value: object, connection: BaseDatabaseWrapper) -> object:
        return super().get_db_prep_save(clean_texts(value), connection)


def clean_texts(value: object) -> object:
    if isinstance(value, str):
        return clean_name(value)
    if isinstance(value, dict):
        return {key: clean_texts(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [clean_texts(each) for each in value]
    return value
