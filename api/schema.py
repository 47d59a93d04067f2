"""OpenAPI schema: each operation with every response it can give.

Error responses follow from the kind of operation: body, identifier in the path, unsafe
method, permission. Views do not list them.
"""

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from drf_spectacular.utils import (
    Direction,
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
)
from rest_framework import serializers

from api.idempotency import LEAST, MOST
from api.pagination import MAX_PAGE_SIZE
from api.permissions import needs_state, permission_of
from api.preconditions import EDIT_METHODS
from api.problems import KINDS, MEDIA_TYPE
from api.problems.types import words_of_status
from api.request_examples import examples_of
from api.scopes import NO_SCOPE, scope_of
from api.serializers.fields import CLIENT_KEY, CLOCK, NOT_BLANK, ClientKeyField, TextField

UNSAFE_METHODS: Final = ("POST", "PUT", "PATCH", "DELETE")


SchemaPart = dict[str, Any]
Parameters = list[
    OpenApiParameter | serializers.Serializer[Any] | type[serializers.Serializer[Any]]
]
TAGS: Final = {"type": "string", "pattern": r'^(\*|(W/)?"[!#-~]+"(, *(W/)?"[!#-~]+")*)$'}
KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^[ -~]{{{LEAST},{MOST}}}$"},
    OpenApiParameter.HEADER,
    description="Of your making: the same request with the same key is done once within a day.",
)
MATCH: Final = OpenApiParameter(
    "If-Match",
    TAGS,
    OpenApiParameter.HEADER,
    description="The `ETag` that you read here: what was changed since is not overwritten.",
)
NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    TAGS,
    OpenApiParameter.HEADER,
    description="The `ETag` that you have: 304 if nothing changed since.",
)
FIELDS_PARAMETER: Final = OpenApiParameter(
    "fields", str, description="Only these members of each row, with commas between."
)
LIST_PARAMETERS: Final = (
    OpenApiParameter("order", str, description="Members to sort by; `-name` the other way round."),
    OpenApiParameter(
        "filter",
        {"type": "object", "additionalProperties": {"type": "string"}},
        style="deepObject",
        explode=True,
        description="`filter[member]=value`, `*` for anything, `3..7` for a range.",
    ),
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE},
        description="So many rows at most; `Link` leads to the next ones.",
    ),
    OpenApiParameter("cursor", str, description="Where to go on: from `Link`."),
)


class ErrorSerializer(serializers.Serializer[None]):
    """An error: a stable code, a message and its location.

    ``pointer`` points into the body (RFC 6901), ``parameter`` names a part of the URL.
    """

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)
    pointer = serializers.CharField(allow_null=True)
    parameter = serializers.CharField(required=False)


class ProblemSerializer(serializers.Serializer[None]):
    """An error response (RFC 9457); ``details`` come from the tournament or the game."""

    type = serializers.ChoiceField(choices=[kind.type for kind in KINDS])
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    instance = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]
    details = serializers.DictField(required=False)


class PersonalTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "web.token_authentication.PersonalTokenAuthentication"
    name = "personalToken"

    def get_security_definition(self, _auto_schema: object) -> dict[str, object]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token that somebody made under “Programs that act for me”.",
        }


class ApiSchema(AutoSchema):
    """Adds error responses and common headers to each operation."""

    def _get_response_bodies(self, direction: Direction = "response") -> SchemaPart:
        responses = super()._get_response_bodies(direction)
        for status in sorted({"405", "406", "429", "500", "503", *self.refusals()}):
            if status not in responses:
                described = OpenApiResponse(ProblemSerializer, words_of_status(int(status)))
                media = [MEDIA_TYPE]
                responses[status] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    described, status, media, direction
                )
        if self.method == "GET":
            responses.setdefault("304", {"description": "What you have is what stands."})
        return dict(sorted(responses.items()))

    def refusals(self) -> Iterator[str]:
        changes = self.method in UNSAFE_METHODS
        addressed = "{" in self.path
        if changes or self.has_filters() or self._is_list_view():
            yield "400"
        if self.can_fail_authentication():
            yield "401"
        if self.view.get_authenticators():
            yield "403"
        if addressed or self.view.settings.URL_FORMAT_OVERRIDE:
            yield "404"
        if changes:
            yield from ("409", "413")
        if self.method == "POST":
            yield "422"
        if self.method in EDIT_METHODS:
            yield "412"
        if needs_state(self.view, self.method):
            yield "428"
        if changes and self.has_body():
            yield "415"

    def get_override_parameters(self) -> Parameters:
        parameters: Parameters = list(super().get_override_parameters())
        if self.method == "POST":
            parameters.append(KEY)
        if self.method in EDIT_METHODS:
            parameters.append(MATCH)
        if self.method == "GET":
            parameters.append(NONE_MATCH)
            if self._is_list_view():
                parameters += [FIELDS_PARAMETER, *([] if self.has_filters() else LIST_PARAMETERS)]
        return parameters

    def get_operation_id(self) -> str:
        """Operation id; a POST to one object is an action, not a creation."""
        operation_id = str(super().get_operation_id())
        is_one = self.method == "POST" and self.path.endswith("}/")
        return f"{operation_id.removesuffix('_create')}_do" if is_one else operation_id

    def get_examples(self) -> list[OpenApiExample]:
        return examples_of(self.method, self.path)

    def has_filters(self) -> bool:
        return bool(self._get_filter_parameters())  # type: ignore[no-untyped-call]

    def can_fail_authentication(self) -> bool:
        """Whether authentication can fail with 401."""
        request = self.view.request
        return any(each.authenticate_header(request) for each in self.view.get_authenticators())

    def has_body(self) -> bool:
        return self.method != "DELETE" and self.get_request_serializer() is not None

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> dict[str, object] | None:
        """Adds the required token scope to the description."""
        operation = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation and self.view.get_authenticators():
            scope = scope_of(self.view, self.method)
            words = f"Scope of a token: `{scope}`." if scope else "Not by a token: sign in."
            operation["description"] = f"{operation.get('description', '')}\n\n{words}".strip()
        return operation

    def get_auth(self) -> Any:
        """Session or token, optional if public; no token where none is accepted."""
        requirements = super().get_auth()
        requirements = [each for each in requirements if each]
        if not permission_of(self.view, self.method):
            requirements.append({})
        if scope_of(self.view, self.method) == NO_SCOPE:
            requirements = [each for each in requirements if "personalToken" not in each]
        return requirements

    def _map_basic_serializer(self, serializer: object, direction: Direction) -> SchemaPart:
        """Component schema; request components are closed, see `api.request_bodies`."""
        schema: SchemaPart = super()._map_basic_serializer(  # type: ignore[no-untyped-call]
            serializer, direction
        )
        return closed_object(schema) if direction == "request" else schema

    def _map_serializer_field(
        self, field: Any, direction: Direction, bypass_extensions: bool = False
    ) -> Any:
        schema = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        if direction == "request" and "properties" in schema:
            return closed_object(schema)
        if isinstance(field, serializers.TimeField):
            # OpenAPI's "time" has a zone; tournaments use local time.
            return {**schema, "format": "", "pattern": f"^{CLOCK.pattern}$"}
        if isinstance(field, ClientKeyField):
            # Since 3.1 a format is an annotation; the pattern validates.
            return {**schema, "pattern": f"^{CLIENT_KEY.pattern}$"}
        if isinstance(field, TextField) and not field.allow_blank:
            return {**schema, "pattern": NOT_BLANK}
        if schema.get("type") == "array" and not getattr(field, "allow_empty", True):
            return {"minItems": 1, **schema}
        return schema


def closed_object(schema: SchemaPart) -> SchemaPart:
    """Request object schema: no unknown members, read-only ones optional."""
    members = schema["properties"]
    required = [
        name for name in schema.get("required", ()) if not members[name].get("readOnly", False)
    ]
    closed_schema = {name: value for name, value in schema.items() if name != "required"}
    if required:
        closed_schema["required"] = required
    return {**closed_schema, "additionalProperties": False}


def with_null_types(result: object, **_generator: object) -> object:
    """drf-spectacular hook: write null as OpenAPI 3.1 does.

    The framework writes ``nullable`` for pages and items, which means nothing since 3.1.
    """
    if isinstance(result, list):
        return [with_null_types(each) for each in result]
    if not isinstance(result, dict):
        return result
    converted = {name: with_null_types(value) for name, value in result.items()}
    if converted.get("nullable") is True:
        del converted["nullable"]
        converted["type"] = [converted["type"], "null"]
    return converted
