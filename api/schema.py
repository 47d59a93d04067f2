"""How the API describes itself: each operation by its kind, with every answer it can give.

What an operation can refuse follows from what it is: whether it takes a body, has an identifier in
its address, changes something, is for directors. No view lists its refusals itself.
"""

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication

from api.access import is_directed
from api.serializers.fields import CLOCK, NOT_BLANK, TextField

CHANGES: Final = ("POST", "PUT", "PATCH", "DELETE")
WORDS: Final = {
    "400": "It cannot be read, does not fit, or the contest or the game refuses it.",
    "403": "Not yours to see or do; or a sign-in without its token against forgery.",
    "404": "There is nothing at this address.",
    "405": "This cannot be done here.",
    "406": "Only JSON is given.",
    "409": "It fits a state that is gone; look again.",
    "413": "The body is larger than any real one.",
    "415": "Only JSON is taken.",
    "429": "Too many requests; `Retry-After` says when to come again.",
    "500": "Our fault.",
    "503": "Nothing can be stored or looked up just now; `Retry-After` says when to try again.",
}


class ErrorSerializer(serializers.Serializer[None]):
    """A reason: a stable code for programs, words for people, and where it is."""

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)


class RefusalSerializer(serializers.Serializer[None]):
    """Every answer that is no result; ``details`` come from the contest or the game."""

    type = serializers.ChoiceField(choices=["validation_error", "client_error", "server_error"])
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]
    details = serializers.DictField(required=False)


class Schema(AutoSchema):
    """Adds the refusals to what an operation gives."""

    def _get_response_bodies(self, direction: Direction = "response") -> Any:
        found = super()._get_response_bodies(direction)
        for status in sorted({"405", "406", "429", "500", "503", *self.refusals()}):
            if status not in found:
                described = OpenApiResponse(RefusalSerializer, WORDS[status])
                media = ["application/json"]
                found[status] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    described, status, media, direction
                )
        return dict(sorted(found.items()))

    def refusals(self) -> Iterator[str]:
        """The statuses of what this operation, by its kind, may refuse."""
        changes = self.method in CHANGES
        addressed = "{" in self.path
        if changes or self.is_narrowed():
            yield "400"
        if is_directed(self.view, self.method) or (changes and self.has_session()):
            yield "403"
        if addressed or self.view.settings.URL_FORMAT_OVERRIDE:
            yield "404"
        if changes:
            yield from ("409", "413")
        if changes and self.has_body():
            yield "415"

    def is_narrowed(self) -> bool:
        """Whether an address may say which part of a list is wanted."""
        return bool(self._get_filter_parameters())  # type: ignore[no-untyped-call]

    def has_session(self) -> bool:
        """Whether a caller is known by a session, whose requests need a token against forgery."""
        return any(
            isinstance(each, SessionAuthentication) for each in self.view.get_authenticators()
        )

    def has_body(self) -> bool:
        return self.method != "DELETE" and self.get_request_serializer() is not None

    def get_auth(self) -> Any:
        """A session, if only directors may do this."""
        found = super().get_auth()
        if is_directed(self.view, self.method):
            return [each for each in found if each]
        return found

    def _map_serializer_field(
        self, field: Any, direction: Direction, bypass_extensions: bool = False
    ) -> Any:
        schema = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        if isinstance(field, serializers.TimeField):
            # OpenAPI's "time" has a zone; a tournament begins where it is.
            return {**schema, "format": "", "pattern": f"^{CLOCK.pattern}$"}
        if isinstance(field, TextField) and not field.allow_blank:
            return {**schema, "pattern": NOT_BLANK}
        return schema
