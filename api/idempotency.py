"""Idempotency keys: a request with a key runs once, however often it is sent.

The header is that of draft-ietf-httpapi-idempotency-key-header. The row of a key is stored
first, so that concurrent requests meet at it. Change and response are stored in one
transaction under the row lock: after a crash nothing was done, the row has no response,
and a retry runs.
"""

import hashlib
import json
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable
from typing import Final, cast

from cryptography.fernet import Fernet
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.exceptions import InvalidKeyError, KeyInUseError, KeyReusedError
from api.parsers import is_read_as_form
from games.visitors.sessions import visitor_key
from tournaments.errors import RuleViolationError
from tournaments.models import IdempotentResponse

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
LEAST, MOST = 16, 255
REFUSALS: Final = (RuleViolationError, APIException, Http404, PermissionDenied)
ANONYMOUS: Final = "anybody"
STORED_HEADERS: Final = ("Content-Disposition", "ETag", "Location")


def key_of(request: Request) -> str | None:
    """Idempotency key of a request, or None; raises BadKey."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not LEAST <= len(key) <= MOST or not key.isascii() or not key.isprintable():
        words = _("A key has %(least)d to %(most)d ASCII characters; a UUID is a good one.")
        raise InvalidKeyError(words % {"least": LEAST, "most": MOST})
    return key


def run_once(request: Request, key: str, act: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Response of ``act``, run now or stored earlier; raises what ``act`` refuses."""
    digest = digest_of_request(request)
    row, _is_new = IdempotentResponse.objects.get_or_create(
        caller=caller_of(request), key=digest_of(key), defaults={"request": digest}
    )
    if row.request != digest:
        raise KeyReusedError
    refused: Exception | None = None
    with transaction.atomic():
        held = lock_row(row)
        if held is None:
            raise KeyInUseError
        if held.answer is not None:
            return replay_response(request, bytes(held.answer), key)
        try:
            answer = act()
        except REFUSALS as error:
            # What a refusal stored stays, as it does without a key; the key is released.
            refused = error
        if refused is not None or not store_response(held, answer, key, visitor_key(request)):
            held.delete()
    if refused is not None:
        raise refused
    return answer


def lock_row(row: IdempotentResponse) -> IdempotentResponse | None:
    """Lock the row; None while another request holds it."""
    rows = IdempotentResponse.objects.filter(pk=row.pk)
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True).first()
    return rows.first()  # one writer at a time: the other one is done


def store_response(
    row: IdempotentResponse, answer: HttpResponseBase, key: str, visitor: str
) -> bool:
    """Store a response for replay; False if there is nothing to store.

    ``visitor`` is the session that identifies an anonymous caller from now on.
    """
    body = response_bytes(answer)
    if answer.status_code >= 400 or body is None:
        return False
    headers = {name: answer[name] for name in STORED_HEADERS if name in answer.headers}
    # DRF sets the content type only when it renders.
    form = "application/json" if isinstance(answer, Response) else answer["Content-Type"]
    headers["Content-Type"] = form
    payload = {
        "status": answer.status_code,
        "headers": headers,
        "body": b64encode(body).decode(),
        "visitor": visitor if row.caller == ANONYMOUS else "",
    }
    row.answer = cipher(key).encrypt(json.dumps(payload).encode())
    row.save(update_fields=["answer"])
    return True


def response_bytes(answer: HttpResponseBase) -> bytes | None:
    """Bytes of a response; None if it streams."""
    if isinstance(answer, Response):
        written: bytes = JSONRenderer().render(answer.data) if answer.data is not None else b""
        return written
    return answer.content if isinstance(answer, HttpResponse) else None


def replay_response(request: Request, kept: bytes, key: str) -> HttpResponse:
    """Stored response, with the session that it created in case the client lost it."""
    payload = json.loads(cipher(key).decrypt(kept))
    restore_visitor(request, payload.get("visitor", ""))
    headers = {**payload["headers"], REPLAYED: "true", "Cache-Control": "no-store"}
    return HttpResponse(b64decode(payload["body"]), status=payload["status"], headers=headers)


def cipher(key: str) -> Fernet:
    """Cipher of a stored response; its key is derived from the client's."""
    return Fernet(urlsafe_b64encode(hashlib.sha256(b"answer of " + key.encode()).digest()))


def restore_visitor(request: Request, visitor: str) -> None:
    """Restore the session of a visitor who has none."""
    stored = type(request.session)(visitor)
    if visitor and not visitor_key(request) and stored.exists(visitor):
        stored.modified = True  # otherwise no cookie is sent
        request._request.session = stored


def caller_of(request: Request) -> str:
    """Owner of a key: a user, or all anonymous callers, who keep their keys secret."""
    return f"user:{request.user.pk}" if request.user and request.user.pk else ANONYMOUS


def digest_of_request(request: Request) -> str:
    django_request = request._request
    parts = (
        str(django_request.method).encode(),
        django_request.get_full_path().encode(),
        request_bytes(request),
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def request_bytes(request: Request) -> bytes:
    """Body as sent; of a form its parts, since boundaries differ each time."""
    if not is_read_as_form(request):
        return request._request.body
    parts: list[object] = []
    form = cast("MultiValueDict[str, str | UploadedFile[bytes]]", request.data)
    for name, values in sorted(form.lists()):
        for value in values:
            sent = value.encode() if isinstance(value, str) else value.read()
            parts.append([name, isinstance(value, str), hashlib.sha256(sent).hexdigest()])
            if not isinstance(value, str):
                value.seek(0)
    return json.dumps(parts).encode()


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
