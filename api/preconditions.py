"""The state of a thing by the bytes that tell of it: its tag, and who may change it from there.

A tag is a hash of the answer itself, so it is there for everything that can be read, needs no
column, and a state that came back has its old tag (ADR 63).
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

from api.exceptions import ChangedMeanwhile
from tournaments.models import Club, Tournament

EDITS: Final = ("PUT", "PATCH", "DELETE")
Act = Callable[[], HttpResponseBase]


def tag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def show_tag(request: Request, response: Response) -> HttpResponseBase:
    """A rendered answer with its tag, or 304 for who has it."""
    if "ETag" not in response.headers:
        response["ETag"] = tag_of(response.content)
    response.setdefault("Cache-Control", "private, no-cache")
    found = get_conditional_response(request._request, etag=response["ETag"], response=response)
    return found if found is not None else response


def act_from_state(
    request: Request, address: Mapping[str, object], look: Act, act: Act
) -> HttpResponseBase:
    """Do it if what stands is what ``If-Match`` names; raises ChangedMeanwhile otherwise.

    The tournament or club of the address is held from the look on, as services hold it, so that
    nobody changes it in between.
    """
    with transaction.atomic():
        hold_root(address)
        shown = look()
        # An answer that is no table of values cannot be looked at without being given.
        content = bytes_of(request, shown) if isinstance(shown, Response) else b""
        must_match(request, tag_of(content))
        return act()


def hold_root(address: Mapping[str, object]) -> None:
    """Hold what an address is about, for whoever changes it."""
    if "code" in address:
        Tournament.objects.select_for_update().filter(code=address["code"]).first()
    elif "club_id" in address:
        Club.objects.select_for_update().filter(pk=str(address["club_id"])).first()


def bytes_of(request: Request, shown: Response) -> bytes:
    """The bytes in which somebody who reads is told this."""
    renderer: BaseRenderer = request.accepted_renderer
    content = renderer.render(shown.data, request.accepted_media_type, {})
    return content if isinstance(content, bytes) else content.encode()


def must_match(request: Request, tag: str) -> None:
    """Raises ChangedMeanwhile unless one of the tags that were sent is this one."""
    # Proxies that pack answers weaken tags; a hash of all bytes is strong all the same.
    sent = [each.removeprefix("W/") for each in parse_etags(request.headers["If-Match"])]
    if tag not in sent and "*" not in sent:
        raise ChangedMeanwhile(tag)
