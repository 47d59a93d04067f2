"""Public pages are the same for everybody who is not signed in: no cookie is read for them.

An answer that hangs on its address alone may be kept by every cache between here and the visitor.
So that none hangs on a cookie by mistake, the application is shown none. Whoever is signed in, has
a notice waiting, or cannot run the script that brings the visitor's display gets private answers.
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
from web.display import SERVED

PERSONAL: Final = (settings.SESSION_COOKIE_NAME, "messages", SERVED)
"""Cookies of visitors who get answers of their own."""
PUBLIC: Final = "public, max-age=0, s-maxage=10"
PRIVATE: Final = "private, no-cache"
KEEP: Final = "X-Accel-Expires"
"""Seconds for which servers of ours give these bytes to everybody without a session.

nginx (``deploy/nginx.conf``) and ``web.microcache`` keep nothing without this header.
"""
KEEP_SECONDS: Final = 1


def is_for_everybody(request: HttpRequest) -> bool:
    """Whether this is a look at a public page by somebody like everybody else."""
    is_look = request.method in {"GET", "HEAD"} and bool(language_of(request.path_info))
    return is_look and not any(request.COOKIES.get(name) for name in PERSONAL)


class Everybody(MiddlewareMixin):
    """Hides cookies from public pages, and says who may keep the answer."""

    def process_request(self, request: HttpRequest) -> None:
        if is_for_everybody(request):
            # A form's token alone is let through: its answer sets it again and is private.
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
            forget_cookies(response)
        if response.has_header("Cache-Control"):
            return response
        if is_same and response.status_code in {200, 304} and isinstance(response, HttpResponse):
            return share(request, response)
        response["Cache-Control"] = PRIVATE
        return response


def is_whole_page(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the answer has a head that says what search engines may do; files have none."""
    is_page = response.get("Content-Type", "").startswith("text/html")
    return is_page and not request.GET.get("fragment")


def share(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """The answer for every cache on the way, or that it is still as it was."""
    response["Cache-Control"] = PUBLIC
    response[KEEP] = str(KEEP_SECONDS)
    if response.has_header("ETag"):
        return response
    response["ETag"] = quote_etag(hashlib.blake2s(response.content).hexdigest())
    same: HttpResponseBase | None = get_conditional_response(
        request, etag=response["ETag"], response=response
    )
    return same or response


def forget_cookies(response: HttpResponseBase) -> None:
    """Take back that the answer varies by cookie: none was seen."""
    kept = [name.strip() for name in response.get("Vary", "").split(",")]
    kept = [name for name in kept if name and name.lower() != "cookie"]
    if kept:
        response["Vary"] = ", ".join(kept)
    else:
        del response["Vary"]
