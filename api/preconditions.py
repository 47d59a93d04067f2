"""ETags, and changes that depend on them.

An ETag is a hash of the response: everything readable has one, no column is needed, and a
restored state has its old ETag (ADR 63).
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Final

from django.db import transaction
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.exceptions import PreconditionFailedError
from tournaments.models import Club, Tournament

EDIT_METHODS: Final = ("PUT", "PATCH", "DELETE")
Act = Callable[[], HttpResponseBase]


def etag_for(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def add_etag(request: Request, response: Response) -> HttpResponseBase:
    """Add an ETag to a rendered response, or return 304."""
    if "ETag" not in response.headers:
        response["ETag"] = etag_for(response.content)
    response.setdefault("Cache-Control", "private, no-cache")
    conditional_response = get_conditional_response(
        request._request, etag=response["ETag"], response=response
    )
    return conditional_response if conditional_response is not None else response


def run_if_match(
    request: Request, address: Mapping[str, object], look: Act, act: Act
) -> HttpResponseBase:
    """Run ``act`` if the current state matches ``If-Match``; raises ChangedMeanwhile.

    The tournament or club is locked before the read, as in services, so it cannot change in
    between.
    """
    with transaction.atomic():
        lock_root(address)
        shown = look()
        # A response without data cannot be rendered here for comparison.
        content = rendered_bytes(request, shown) if isinstance(shown, Response) else b""
        check_if_match(request, etag_for(content))
        return act()


def lock_root(address: Mapping[str, object]) -> None:
    if "code" in address:
        Tournament.objects.select_for_update().filter(code=address["code"]).first()
    elif "club_id" in address:
        Club.objects.select_for_update().filter(pk=str(address["club_id"])).first()


def rendered_bytes(request: Request, shown: Response) -> bytes:
    """Bytes as a GET renders them."""
    renderer: BaseRenderer = request.accepted_renderer
    content = renderer.render(shown.data, request.accepted_media_type, {})
    return content if isinstance(content, bytes) else content.encode()


def check_if_match(request: Request, tag: str) -> None:
    """Raises ChangedMeanwhile unless ``If-Match`` has this tag."""
    # Proxies that compress weaken tags; a hash of all bytes is still strong.
    sent = [each.removeprefix("W/") for each in parse_etags(request.headers["If-Match"])]
    if tag not in sent and "*" not in sent:
        raise PreconditionFailedError(tag)
