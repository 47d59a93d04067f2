"""OpenAPI schema of webhook messages.

It follows the return types of the functions in
``tournaments.notifications.webhooks.payloads``, so it cannot differ from what is sent.
"""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.conf import settings
from django.db.models import Choices
from drf_spectacular.plumbing import get_doc, resolve_type_hint

from tournaments.models import Delivery
from tournaments.notifications.webhooks.event_schemas import Frame
from tournaments.notifications.webhooks.http_client import TIMEOUT_SECONDS
from tournaments.notifications.webhooks.payloads import PAYLOAD_BUILDERS
from tournaments.notifications.webhooks.signing import ID, SIGNATURE, TIMESTAMP
from tournaments.notifications.webhooks.tasks import GONE

Schema = dict[str, Any]
Components = dict[str, Schema]
HEADERS: Final[Mapping[str, tuple[str, str]]] = {
    ID: (
        "^msg_[0-9a-f]{32}$",
        "The id of the message, the same at each attempt: do nothing twice.",
    ),
    TIMESTAMP: (
        "^[0-9]+$",
        "When it was sent, in seconds since 1970. Refuse what is older than five minutes.",
    ),
    SIGNATURE: (
        "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$",
        "`v1,` and the HMAC-SHA256 of `ID.TIMESTAMP.BODY` in base64, as Standard Webhooks has it; "
        "two of them for a day after a new secret was made.",
    ),
}
"""Value pattern and description."""


def add_webhooks(result: Schema, **_generator: object) -> Schema:
    """drf-spectacular hook: add webhooks to the schema."""
    parts: Components = result.setdefault("components", {}).setdefault("schemas", {})
    result["webhooks"] = {
        event.value: {"post": webhook_operation(event, parts)} for event in Delivery.Event
    }
    return result


def webhook_operation(event: Delivery.Event, parts: Components) -> Schema:
    """One event as an operation of the receiver; adds its components to ``parts``."""
    return {
        "operationId": f"told_{event.value.replace('.', '_')}",
        "summary": str(event.label),
        "description": payload_type(event).__doc__,
        "tags": ["webhooks"],
        "parameters": [header_parameter(name, *details) for name, details in HEADERS.items()],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": message_schema(event, parts)}},
        },
        "responses": webhook_responses(),
        "security": [],
    }


def header_parameter(name: str, pattern: str, words: str) -> Schema:
    form = {"type": "string", "pattern": pattern}
    return {"in": "header", "name": name, "required": True, "schema": form, "description": words}


def webhook_responses() -> Schema:
    times = len(settings.WEBHOOK_RETRIES)
    again = (
        f"No answer within {TIMEOUT_SECONDS:g} seconds is the same: it is tried {times} times more."
    )
    return {
        "2XX": {"description": "The message has been taken."},
        str(GONE): {"description": "Nobody listens here any more: the webhook is switched off."},
        "default": {"description": f"Not taken. {again}"},
    }


# Message schemas ------------------------------------------------------------------------


def payload_type(event: Delivery.Event) -> type:
    """Return type of an event's payload function, without None."""
    return_type = get_type_hints(PAYLOAD_BUILDERS[event])["return"]
    candidates = [each for each in get_args(return_type) or (return_type,) if each is not NoneType]
    if len(candidates) != 1 or not isinstance(candidates[0], type):
        raise TypeError(f"{event}: one type of data was expected, not {return_type}")
    return candidates[0]


def message_schema(event: Delivery.Event, parts: Components) -> Schema:
    data = payload_type(event)
    form = object_schema(Frame, parts)
    form["properties"]["type"] = {"type": "string", "const": event.value}
    form["properties"]["data"] = type_schema(data, parts)
    form["required"] = [*form["required"], "data"]
    form["description"] = f"`{event.value}`: {event.label}."
    return register_schema(f"{data.__name__}Message", form, parts)


def type_schema(hint: object, parts: Components) -> Schema:
    """Schema of a type; named types become components."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {**type_schema(inner[0], parts), "format": inner[1]}
    if origin in (Union, UnionType):
        return {"oneOf": [type_schema(each, parts) for each in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": type_schema(inner[0], parts)}
    if hint is NoneType:
        return {"type": "null"}
    if isinstance(hint, type) and is_typeddict(hint):
        return register_schema(hint.__name__, object_schema(hint, parts), parts)
    if isinstance(hint, type) and issubclass(hint, Choices):
        return {"type": "string", "enum": list(hint.values)}
    return dict(resolve_type_hint(hint))  # type: ignore[no-untyped-call]


def object_schema(hint: type, parts: Components) -> Schema:
    members = get_type_hints(hint, include_extras=True)
    needed: frozenset[str] = getattr(hint, "__required_keys__", frozenset())
    return {
        "type": "object",
        "description": get_doc(hint),
        "properties": {name: type_schema(each, parts) for name, each in members.items()},
        "required": [name for name in members if name in needed],
    }


def register_schema(name: str, form: Schema, parts: Components) -> Schema:
    """Reference to a named component; raises ValueError if the name is taken."""
    if parts.setdefault(name, form) != form:
        raise ValueError(f"two schemas are called {name}")
    return {"$ref": f"#/components/schemas/{name}"}
