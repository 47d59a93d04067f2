"""Validated request bodies: unknown members are rejected at any depth."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import Field
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListField, ListSerializer, Serializer

Body = BaseSerializer[Any]
AnyField = Field[Any, Any, Any, Any]
Values = dict[str, Any]
MAX_NAME_LENGTH: Final = 40
FORM_TYPES: Final = ("multipart/form-data", "application/x-www-form-urlencoded")
FORM_ONLY_MEMBERS: Final = frozenset({"csrfmiddlewaretoken"})


def valid_values(body: Body, request: Request) -> Values:
    """Validated values of ``request.data``; raises ValidationError."""
    check_members(body, request.data)
    body.is_valid(raise_exception=True)
    values: Values = body.validated_data
    return values


def check_members(body: AnyField, data: object) -> None:
    """Reject unknown members; raises ValidationError naming each."""
    if faults := unknown_members(body, data):
        raise ValidationError(faults)


def check_no_members(request: Request) -> None:
    """Reject a body where none is expected; raises ValidationError naming each member."""
    is_form = str(request.content_type).startswith(FORM_TYPES)
    check_members(Serializer(), request._request.POST if is_form else request.data)


def unknown_members(field: AnyField | None, data: object) -> Values:
    """Errors of unknown members by name or index; free-form objects accept any.

    Read-only members are accepted because GET returns them.
    """
    if isinstance(field, ListField | ListSerializer) and isinstance(data, list):
        child = field.child
        members = {str(at): unknown_members(child, each) for at, each in enumerate(data)}
        return {at: faults for at, faults in members.items() if faults}
    if not isinstance(field, Serializer) or not isinstance(data, Mapping):
        return {}
    known = field.fields
    faults: Values = {}
    for name in data:
        if name not in known and name not in FORM_ONLY_MEMBERS:
            faults[str(name)[:MAX_NAME_LENGTH]] = [unknown_member_error(known)]
        elif name in known and (inner := unknown_members(known[name], data[name])):
            faults[name] = inner
    return faults


def unknown_member_error(known: Mapping[str, AnyField]) -> ErrorDetail:
    words = _("This member is unknown here. Known are: %(known)s.")
    names = [name for name, field in known.items() if not field.read_only]
    return ErrorDetail(words % {"known": ", ".join(names) or "–"}, code="unknown_member")
