"""Strict body fields: a number is not a text, a text is not a boolean.

DRF also accepts "5", 5.0, "yes" and 1. The schema would be wrong, and client errors would
show during a tournament instead of in development.
"""

import datetime
import re
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.exceptions import TooLargeError
from games.belot import Variant, variant_to_json
from games.belot.records import InvalidJsonError, check_json
from games.fields import clean_name
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament

MAX_NUMBER: Final = 2**15 - 1
"""Of teams, rounds, tables and boards."""
MOST_ID: Final = 2**63 - 1
NOT_BLANK: Final = r"[^\s\x00-\x20\x7f-\xa0]"
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?")
CLIENT_KEY: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Options(TypedDict, total=False):
    required: bool
    source: str
    read_only: bool
    write_only: bool
    allow_null: bool
    help_text: str


class NumberOptions(Options, total=False):
    default: int | None
    min_value: int
    max_value: int


class TextOptions(Options, total=False):
    default: str | None
    max_length: int
    allow_blank: bool


class WholeField(serializers.IntegerField):
    """An integer within the bounds of a tournament."""

    def __init__(self, **values: Unpack[NumberOptions]) -> None:
        if not values.get("read_only"):
            values = {"min_value": 0, "max_value": MAX_NUMBER, **values}
        super().__init__(**values)

    def to_internal_value(self, data: object) -> int:
        if isinstance(data, float) and data.is_integer():
            return int(data)  # JSON has one kind of number: 5.0 is 5
        if type(data) is not int:
            self.fail("invalid")
        return data


class IdField(WholeField):
    def __init__(self, **values: Unpack[NumberOptions]) -> None:
        of_a_row: NumberOptions = {"min_value": 1, "max_value": MOST_ID, **values}
        super().__init__(**of_a_row)


class YesNoField(serializers.BooleanField):
    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class TextField(serializers.CharField):
    """A text, measured as sent; invisible characters alone are blank."""

    def run_validation(self, data: object = serializers.empty) -> object:
        is_blank = isinstance(data, str) and not clean_name(data)
        return super().run_validation("" if is_blank else data)

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "binary", "minLength": 1})
class FilePartField(serializers.Field[bytes, Any, bytes, Any]):
    """A file in a form; its reader validates the content."""

    default_error_messages = serializers.FileField.default_error_messages

    def __init__(self, *, most: int, words: str | StrPromise, help_text: str) -> None:
        super().__init__(help_text=help_text)
        self.most, self.words = most, words

    def to_internal_value(self, data: object) -> bytes:
        """Bytes of the file; raises TooLarge."""
        if not isinstance(data, UploadedFile):
            self.fail("invalid")
        if (data.size or 0) > self.most:
            raise TooLargeError(str(self.words))
        return bytes(data.read())


class NameField(TextField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if "\x00" in data:
            words = _("“%s” must be a short text.") % self.field_name
            raise RuleViolationError("bad_value", words, field=self.field_name or "")
        # A name cut in the middle of an emoji must not lose a result.
        return super().to_internal_value(data.encode("utf-8", "replace").decode("utf-8"))


class WordField(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class DayField(serializers.DateField):
    def to_internal_value(self, value: object) -> datetime.date:
        if not isinstance(value, str) or not DAY.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class ClockField(serializers.TimeField):
    """A local time of day."""

    def to_internal_value(self, value: object) -> datetime.time:
        if not isinstance(value, str) or not CLOCK.fullmatch(value):
            self.fail("invalid", format="hh:mm[:ss]")
        return super().to_internal_value(value)


class ClientKeyField(serializers.UUIDField):
    def to_internal_value(self, data: object) -> UUID:
        if not isinstance(data, str) or not CLIENT_KEY.fullmatch(data):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


@extend_schema_field({"type": "object", "additionalProperties": True})
class SlipField(serializers.JSONField):
    """A slip or record; the game engine validates it."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            check_json(data)
        except InvalidJsonError as error:
            words = _("This is not JSON that can be read.")
            raise RuleViolationError("bad_json", words, field=self.field_name or "") from error
        return super().to_internal_value(data)


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.JSONField):
    """A JSON object; its consumer validates it."""

    default_error_messages = {"not_an_object": _("A JSON object is expected here.")}

    def to_internal_value(self, data: object) -> dict[str, object]:
        if not isinstance(data, dict):
            self.fail("not_an_object")
        super().to_internal_value(data)
        return data


@extend_schema_field(
    {
        "oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}],
        "example": "bulgarian",
    }
)
class VariantField(serializers.JSONField):
    """Rules: a preset's name, or an object with changed switches."""

    default_error_messages = {"no_rules": _("The name of a preset or an object is expected here.")}

    def to_internal_value(self, data: object) -> Any:
        if not isinstance(data, str | dict):
            self.fail("no_rules")
        return data

    def to_representation(self, value: Any) -> Any:
        return variant_to_json(value) if isinstance(value, Variant) else value


STRICT_FIELDS: Final[dict[type[Any], type[Any]]] = {
    serializers.IntegerField: WholeField,
    serializers.BooleanField: YesNoField,
    serializers.CharField: TextField,
    serializers.DateField: DayField,
    serializers.TimeField: ClockField,
}


class BodyOfModel(serializers.ModelSerializer[Tournament]):
    """Request body with a model's fields, in strict form."""

    serializer_choice_field = WordField
    serializer_field_mapping = {
        of_model: STRICT_FIELDS.get(field, field)
        for of_model, field in serializers.ModelSerializer.serializer_field_mapping.items()
    }


class PeopleField(serializers.DictField):
    child = TextField(max_length=120, allow_blank=True)

    def __init__(self, **kwargs: Any) -> None:
        options = {
            "required": False,
            "default": dict,
            "help_text": "whom a name means that is near that of a known player: by the name, the "
            "known player's name, or empty for another person",
        }
        super().__init__(**{**options, **kwargs})
