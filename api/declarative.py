"""Declarative API operations: resource, permission, body and service.

Services are called by keyword with those values of the URL and the body that they accept,
and with the user as ``actor``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Final

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import DictField, Field, JSONField, ListSerializer, Serializer
from rest_framework.views import APIView

from api.base import READ_METHODS, Operation
from api.exceptions import PreconditionRequiredError
from api.parsers import BoundedJSONParser, is_form
from api.permissions import DIRECT, require_permission, tournament_or_404
from api.queryset_lists import StoredRows, stored_rows
from api.request_bodies import check_no_members, valid_values
from tournaments.models import Club, Tournament

Service = Callable[..., object]
JSON_AND_MULTIPART: Final = (BoundedJSONParser, MultiPartParser)
Kwargs = dict[str, Any]
EMPTY: Final[Mapping[str, object]] = {}
META_FIELDS: Final = {"seen", "reason", "confirmed", "expected"}
"""Members about the change, not the resource."""
Fields = Mapping[str, "Field[Any, Any, Any, Any]"]
SerializerType = type[Serializer[Any]]


@dataclass(frozen=True, kw_only=True)
class OperationSpec:
    """One HTTP method of a URL: its service, request body and response.

    ``shows`` selects what is serialized; by default the service's result.
    """

    does: Service
    words: str
    takes: Fields | SerializerType = field(default_factory=dict)
    parts: Fields = field(default_factory=dict)
    """Alternative body as ``multipart/form-data``."""
    gives: SerializerType | OpenApiTypes | None = None
    many: bool = False
    shows: Service | None = None
    status: int = 200
    asks: tuple[str, ...] = ()
    """Query parameters that the service reads."""
    may: str | None = None
    """Permission that overrides that of the URL."""
    scope: str | None = None
    """Overrides the scope of the permission (`api.scopes`)."""


@dataclass(frozen=True, kw_only=True)
class ResourceSpec:
    """Resource and permission of a URL; ``find`` looks up further objects."""

    root: Callable[[str], Tournament | Club] | None = tournament_or_404
    may: str = DIRECT
    find: Service | None = None

    def row(self, address: Kwargs) -> Tournament | Club | None:
        name = "club_id" if self.root is club_or_404 else "code"
        return self.root(address.pop(name)) if self.root else None

    def values_of(self, row: Tournament | Club | None, told: Kwargs) -> Kwargs:
        """Keyword arguments that the URL gives to services."""
        kwargs = dict(told)
        if row is not None:
            kwargs["club" if isinstance(row, Club) else "tournament"] = row
        if self.find is not None:
            extra: Any = call_service(self.find, kwargs)
            kwargs |= extra
        return kwargs


def club_or_404(club_id: str) -> Club:
    club = get_object_or_404(Club, pk=club_id)
    timezone.activate(club.zone)
    return club


def call_service(
    service: Service, named: Mapping[str, object], values: Mapping[str, object] = {}
) -> object:
    """Call a service with all ``values``, and with those of ``named`` that it accepts."""
    accepted = signature(service).parameters
    return service(**{name: named[name] for name in named if name in accepted} | dict(values))


def build_view(name: str, about: ResourceSpec, **deeds: OperationSpec) -> type[APIView]:
    shown = deeds["get"].gives if "get" in deeds else None
    methods = {
        verb: build_method(
            f"{name}{verb.title()}",
            about,
            deed,
            looks=verb == "get",
            replaces=verb == "put" and "get" in deeds,
            shown=shown if verb in ("put", "patch") and isinstance(shown, type) else None,
        )
        for verb, deed in deeds.items()
    }
    attributes = (
        {"parser_classes": JSON_AND_MULTIPART} if any(deed.parts for deed in deeds.values()) else {}
    )
    asks = frozenset().union(*(deed.asks for deed in deeds.values()))
    return type(name, (Operation,), {"__doc__": None, "asks": asks, **attributes, **methods})


def build_method(
    name: str,
    about: ResourceSpec,
    deed: OperationSpec,
    *,
    looks: bool = False,
    replaces: bool = False,
    shown: SerializerType | None = None,
) -> Callable[..., Response]:
    """Method that checks permission and body, calls the service and serializes the result.

    ``looks``: no body is read. ``replaces``: a PUT whose GET returns ``shown``; its read-only
    members are accepted.
    """
    takes = build_body_serializer(name, deed.takes)
    parts = build_body_serializer(f"{name}Form", deed.parts)
    needs_state = replaces and can_erase(takes)
    if takes and shown:
        takes = with_read_only_members(shown, takes)
    may = about.may if deed.may is None else deed.may

    def method(_view: APIView, request: Request, **address: object) -> Response:
        row = about.row(address)
        with require_permission(request, may, row):
            who = {"request": request, "actor": request.user, "user": request.user}
            named = about.values_of(row, {**address, **who})
            values = {} if looks else body_values(request, takes, parts)
            if needs_state:
                require_state(request, values)
            result = call_service(deed.does, named, values)
            if (
                request.method in READ_METHODS
                and deed.many
                and (rows := database_rows(deed, result))
            ):
                return Response(rows)
            return build_response(deed, result, {**named, **values, "found": result})

    method.permission = may  # type: ignore[attr-defined]
    method.needs_state = needs_state  # type: ignore[attr-defined]
    if deed.scope is not None:
        method.scope = deed.scope  # type: ignore[attr-defined]
    responses = {deed.status: response_schema(deed)}
    either = (
        {BoundedJSONParser.media_type: takes, MultiPartParser.media_type: parts} if parts else takes
    )
    described = extend_schema(request=either, responses=responses, description=deed.words)
    return described(method)


def body_values(
    request: Request, takes: SerializerType | None, parts: SerializerType | None
) -> Kwargs:
    """Validated body; rejects a body where none is expected."""
    if takes:
        return valid_body(body_serializer(request, takes, parts), request)
    check_no_members(request)
    return {}


def body_serializer(
    request: Request, takes: SerializerType, parts: SerializerType | None
) -> SerializerType:
    """Serializer of a body; raises UnsupportedMediaType for an unexpected form.

    DRF would read a form without a token as an empty body.
    """
    if not is_form(request):
        return takes
    if parts is None:
        raise UnsupportedMediaType(str(request.content_type))
    return parts


def can_erase(takes: SerializerType | None) -> bool:
    """Whether a body with ``seen`` can omit, and so erase, a value."""
    fields = takes().fields if takes is not None else {}
    values = {name for name, each in fields.items() if not each.required}
    return "seen" in fields and bool(values - META_FIELDS)


def require_state(request: Request, values: Kwargs) -> None:
    """Require a version token for a full replacement; raises StateNeeded."""
    if values.get("seen", "") is None and "If-Match" not in request.headers:
        raise PreconditionRequiredError


def response_schema(deed: OperationSpec) -> object:
    if not deed.many or deed.gives is None:
        return deed.gives
    if isinstance(deed.gives, OpenApiTypes):
        return ListSerializer(child=DictField())
    return deed.gives(many=True)


def build_body_serializer(name: str, takes: Fields | SerializerType) -> SerializerType | None:
    """Body serializer named after its operation; None without a body."""
    if isinstance(takes, type):
        return takes
    return type(f"{name}Serializer", (Serializer,), dict(takes)) if takes else None


def with_read_only_members(shown: SerializerType, takes: SerializerType) -> SerializerType:
    """Body that accepts and ignores the other members of the GET response."""
    others = shown().fields.keys() - takes().fields.keys()
    ignored = {name: JSONField(read_only=True) for name in sorted(others)}
    return type(takes.__name__, (takes,), ignored) if ignored else takes


def valid_body(takes: SerializerType, request: Request) -> Kwargs:
    """Validated body; for PATCH only the members that were sent."""
    body = takes(data=request.data, partial=request.method == "PATCH")
    return valid_values(body, request)


def database_rows(deed: OperationSpec, found: object) -> StoredRows | None:
    """A list that the database can filter and paginate, or None."""
    if deed.shows is not None or not isinstance(deed.gives, type):
        return None
    return stored_rows(found, deed.gives)


def build_response(deed: OperationSpec, found: object, named: Mapping[str, object]) -> Response:
    shown = call_service(deed.shows, named) if deed.shows else found
    if deed.gives is None or isinstance(deed.gives, OpenApiTypes):
        return Response(shown if deed.gives else None, status=deed.status)
    return Response(deed.gives(shown, many=deed.many).data, status=deed.status)


def api_path(route: str, name: str, about: ResourceSpec, **deeds: OperationSpec) -> URLPattern:
    kind = name.removeprefix("api_").title().replace("_", "")
    return path(route, build_view(kind, about, **deeds).as_view(), name=name)
