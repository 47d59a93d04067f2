"""Problem details: https://www.rfc-editor.org/rfc/rfc9457.

``code``, ``errors`` and ``details`` are extension members, which the RFC allows.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.http import HttpRequest
from django.utils.encoding import iri_to_uri

from api.problems.types import ProblemKind

MEDIA_TYPE: Final = "application/problem+json"
NOT_A_FIELD: Final = "non_field_errors"
PATH_STEP: Final = re.compile(r"[^.\[\]]+")
"""One step of a path such as ``records[2].calls.0``."""


class Fault(NamedTuple):
    """One error: stable code, message and optional location."""

    code: str
    detail: str
    attr: str | None = None


def problem(
    kind: ProblemKind, faults: Sequence[Fault], request: HttpRequest | None
) -> dict[str, object]:
    """Problem body; ``code`` and ``detail`` are those of the first fault."""
    query_names: set[str] = set(request.GET) if request else set()
    has_body = request is not None and request.method not in {"GET", "HEAD", "DELETE"}
    return {
        "type": kind.type,
        "title": str(kind.title),
        "status": kind.status,
        "detail": faults[0].detail,
        "code": faults[0].code,
        "instance": iri_to_uri(request.path) if request else None,
        "errors": [
            locate_fault(fault, in_body=has_body and fault.attr not in query_names)
            for fault in faults
        ],
    }


def locate_fault(fault: Fault, *, in_body: bool) -> dict[str, str | None]:
    """A fault with its location: JSON pointer into the body, or parameter name."""
    attr = fault.attr or None
    payload = {"code": fault.code, "detail": fault.detail, "attr": attr}
    if attr is None or in_body:
        return {**payload, "pointer": attr and json_pointer(attr)}
    return {**payload, "pointer": None, "parameter": attr}


def json_pointer(attr: str) -> str:
    """Location as a JSON pointer in URI fragment form (RFC 6901)."""
    steps = PATH_STEP.findall(attr)
    if steps[-1:] == [NOT_A_FIELD]:
        steps.pop()
    return "#" + "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)
