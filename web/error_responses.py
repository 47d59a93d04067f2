"""Error responses outside of views, in the requested format and language.

HTML for people, problem details for the API (also tables' phones), code and text for other
scripts. Nothing here needs the database.
"""

import logging
import sys
import time
from collections.abc import Awaitable
from typing import Any, Final

from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.defaults import page_not_found, permission_denied

from api.problems import MEDIA_TYPE, Fault, kind_of, problem
from tournaments.encryption import DecryptionError
from web.display import valid_display
from web.proxy import BODY_TRUNCATED as TOO_MUCH_SENT
from web.request_priority import QUEUE_TIMED_OUT

log = logging.getLogger(__name__)
TOO_LARGE_ERRORS = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
API: Final = "/api/"
AWAY_SECONDS: Final = 5
BUSY_RETRY_AFTER_SECONDS: Final = 5
READ_ONLY: Final = "25006"
MAX_HOST_LENGTH: Final = 100
WARNING_INTERVAL_SECONDS: Final = 1.0
_said: dict[str, float] = {}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 if the request is too big, else 400."""
    if isinstance(exception, TOO_LARGE_ERRORS):
        return request_too_large(request)
    if isinstance(exception, DisallowedHost):
        return unknown_host(request)
    values = {"too_much": False, "status": 400, "back": page_before(request)}
    as_json = json_error(request, 400, "bad_request", _("This could not be read."))
    return as_json or render(request, "400.html", values, status=400)


def unknown_host(request: HttpRequest) -> HttpResponse:
    """Response for a host missing in ALLOWED_HOSTS; it names the setting for the operator."""
    words = _(
        "This site does not answer at %(host)s. Its operator can add the name to ALLOWED_HOSTS."
    ) % {"host": request.META.get("HTTP_HOST", "")[:MAX_HOST_LENGTH]}
    as_json = json_error(request, 400, "bad_request", words)
    return as_json or render(request, "400_host.html", {"words": words}, status=400)


def request_too_large(request: HttpRequest) -> HttpResponse:
    values = {"too_much": True, "status": 413, "back": page_before(request)}
    words = _("The request is too large for this address.")
    as_json = json_error(request, 413, "too_large", words)
    return as_json or render(request, "400.html", values, status=413)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before signing in or out, or without its cookie."""
    words = _("The CSRF token is missing. Reload the page.")
    as_json = json_error(request, 403, "csrf_failed", words)
    values = {"back": page_before(request)}
    return as_json or render(request, "403_csrf.html", values, status=403)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    as_json = json_error(request, 403, "permission_denied", _("You may not see or do this."))
    return as_json or permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    as_json = json_error(request, 404, "not_found", _("There is nothing at this address."))
    return as_json or page_not_found(request, exception)


def page_before(request: HttpRequest) -> str:
    """The page of this site with the form, else the home page."""
    before = request.headers.get("Referer", "")
    try:
        ours = url_has_allowed_host_and_scheme(before, allowed_hosts={request.get_host()})
    except DisallowedHost:  # the host itself is refused
        ours = False
    return before if ours else reverse("home")


def too_many(request: HttpRequest, *, seconds: int = 60) -> HttpResponse:
    words = ngettext(
        "That was a lot at once. Try again in %d second.",
        "That was a lot at once. Try again in %d seconds.",
        seconds,
    )
    return error_response(request, 429, "throttled", words % seconds, wait=seconds)


# Server errors --------------------------------------------------------------------------


class RefusalMiddleware(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        # Only ASGI servers (``web.proxy``) can truncate a body.
        if isinstance(request, ASGIRequest) and TOO_MUCH_SENT in request.scope:
            return self.cut_off(request)
        if isinstance(request, ASGIRequest) and QUEUE_TIMED_OUT in request.scope:
            return busy(request)
        return self.get_response(request)

    def cut_off(self, request: HttpRequest) -> HttpResponse:
        response = request_too_large(request)
        response["Connection"] = "close"  # do not wait for the rest of the body
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DecryptionError):
            return secret_changed(request, error)
        return database_away(request, error) if is_database_away(error) else None


def busy(request: HttpRequest) -> HttpResponse:
    log_rarely("More requests than can be answered.")
    words = _("The site is very busy at the moment. Try again in a few seconds.")
    return error_response(request, 503, "busy", words, wait=BUSY_RETRY_AFTER_SECONDS)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if the database is away, else 500."""
    error = sys.exc_info()[1]
    if error is not None and is_database_away(error):
        return database_away(request, error)
    words = _("Something went wrong on our side. It has been logged.")
    return error_response(request, 500, "error", words)


def secret_changed(request: HttpRequest, error: DecryptionError) -> HttpResponse:
    """Codes cannot be checked after a change of ``SECRET_KEY``: only the operator can help."""
    log.error(str(error))
    words = _(
        "Data encrypted under an earlier secret of this site cannot be read. The "
        "operator must add that secret to SECRET_KEY_FALLBACKS. A passkey still lets you "
        "in."
    )
    return error_response(request, 500, "another_secret", words)


def is_database_away(error: BaseException) -> bool:
    """Whether the database is away, full, locked, busy or read-only: not a bug."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)


def database_away(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503; phones resend what they stored."""
    log_rarely(f"database: {str(error).partition(chr(10))[0]}")
    words = _("Nothing can be read or saved right now. This usually passes within a minute.")
    return error_response(request, 503, "away", words, wait=AWAY_SECONDS)


def log_rarely(line: str) -> None:
    """Log at most one warning a second."""
    if time.monotonic() - _said.get("at", -WARNING_INTERVAL_SECONDS) >= WARNING_INTERVAL_SECONDS:
        _said["at"] = time.monotonic()
        log.warning(line)


# Formats --------------------------------------------------------------------------------


def error_response(
    request: HttpRequest, status: int, code: str, words: str, *, wait: int = 0
) -> HttpResponse:
    """Error in the requested format; ``wait`` is in seconds."""
    response = json_error(request, status, code, words)
    if response is None:
        # The URL of a form is often not a page: a GET would find nothing.
        back = "" if request.method in {"GET", "HEAD"} else page_before(request)
        known = valid_display(request.COOKIES)
        values = {"code": code, "words": words, "back": back, "display": known}
        response = HttpResponse(render_to_string(f"{status}.html", values), status=status)
    response["Cache-Control"] = "no-store"
    if wait:
        response["Retry-After"] = str(wait)
    return response


def json_error(request: HttpRequest, status: int, code: str, words: str) -> HttpResponse | None:
    """JSON error for the API and for scripts; None for people."""
    if request.path.startswith(API):
        body = problem(kind_of(status, "unreadable"), [Fault(code, words)], request)
        return JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    if wants_json(request):
        return JsonResponse({"code": code, "message": words, "field": ""}, status=status)
    return None


def wants_json(request: HttpRequest) -> bool:
    sends: Any = request.content_type
    return sends == "application/json" or "application/json" in request.headers.get("Accept", "")
