"""Public pages are identical for all anonymous visitors: they see no cookies.

A response that depends on its URL alone can be cached anywhere; hiding cookies prevents
mistakes. Signed-in users, visitors with a pending message and those without scripts get
private responses.
"""

import hashlib
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import quote_etag

from games.languages import language_of
from web.display import NO_SCRIPT_COOKIE

PERSONAL_COOKIES: Final = (settings.SESSION_COOKIE_NAME, "messages", NO_SCRIPT_COOKIE)
"""Requests with one of these get private responses."""
PUBLIC: Final = "public, max-age=0, s-maxage=10"
PRIVATE: Final = "private, no-cache"
ACCEL_EXPIRES_HEADER: Final = "X-Accel-Expires"
"""Seconds for which nginx (``deploy/nginx.conf``) and ``web.microcache`` cache a response for
visitors without a session; without it they cache nothing."""
ACCEL_EXPIRES_SECONDS: Final = 1


def is_public_request(request: HttpRequest) -> bool:
    """Whether this is an anonymous read of a public page."""
    is_look = request.method in {"GET", "HEAD"} and bool(language_of(request.path_info))
    return is_look and not any(request.COOKIES.get(name) for name in PERSONAL_COOKIES)


class PublicPageMiddleware(MiddlewareMixin):
    """Hides cookies from public pages and sets cache headers."""

    def process_request(self, request: HttpRequest) -> None:
        if is_public_request(request):
            # Only the CSRF cookie passes: its response sets it again and is private.
            token = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
            request.COOKIES = {settings.CSRF_COOKIE_NAME: token} if token else {}
            request.META["belot.everybody"] = True

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not language_of(request.path_info):
            return response
        if not is_whole_page(request, response):
            response["X-Robots-Tag"] = "noindex"
        is_same = request.META.get("belot.everybody", False) and not response.cookies
        if is_same:
            drop_cookie_vary(response)
        if response.has_header("Cache-Control"):
            return response
        if is_same and response.status_code in {200, 304} and isinstance(response, HttpResponse):
            return make_cacheable(request, response)
        response["Cache-Control"] = PRIVATE
        return response


def is_whole_page(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the response has an HTML head with robots rules; files have none."""
    is_page = response.get("Content-Type", "").startswith("text/html")
    return is_page and not request.GET.get("fragment")


def make_cacheable(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Make a response publicly cacheable, or return 304."""
    response["Cache-Control"] = PUBLIC
    response[ACCEL_EXPIRES_HEADER] = str(ACCEL_EXPIRES_SECONDS)
    if response.has_header("ETag"):
        return response
    response["ETag"] = quote_etag(hashlib.blake2s(response.content).hexdigest())
    same: HttpResponseBase | None = get_conditional_response(
        request, etag=response["ETag"], response=response
    )
    return same or response


def drop_cookie_vary(response: HttpResponseBase) -> None:
    """Remove ``Cookie`` from ``Vary``: none was read."""
    names = [name.strip() for name in response.get("Vary", "").split(",")]
    names = [name for name in names if name and name.lower() != "cookie"]
    if names:
        response["Vary"] = ", ".join(names)
    else:
        del response["Vary"]
