"""Language of a response: from the URL, elsewhere from cookie or browser.

Public pages have their language in the URL. A URL without it redirects permanently; only
there, and on private pages, cookie and ``Accept-Language`` are used.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeGuard

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.urls import URLPattern, URLResolver, get_resolver, is_valid_path
from django.urls.resolvers import LocalePrefixPattern
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from games.languages import in_language, language_of


class Moved(HttpResponsePermanentRedirect):
    """Redirect that preserves method and body, without a content type."""

    def __init__(self, whole: str) -> None:
        super().__init__(whole, preserve_request=True)
        del self["Content-Type"]


class Slashes(CommonMiddleware):
    """Append the slash without turning a POST into a GET."""

    response_redirect_class = Moved


LOOKED_AT: Final = ("Cookie", "Accept-Language")


class LanguagePrefix(LocalePrefixPattern):
    """Matches URLs of every language; reverses to the active one."""

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, str]] | None:
        language = language_of(f"/{path}")
        return (path[len(language) + 1 :], (), {}) if language else None


def in_each_language(*urls: URLPattern | URLResolver) -> Sequence[URLResolver]:
    return [URLResolver(LanguagePrefix(), list(urls))]


@cache
def first_parts() -> frozenset[str]:
    in_languages = (each for each in get_resolver().url_patterns if is_in_languages(each))
    return frozenset(part for each in in_languages for part in parts_below(each))


def is_in_languages(pattern: URLPattern | URLResolver) -> TypeGuard[URLResolver]:
    return isinstance(pattern.pattern, LanguagePrefix)


def parts_below(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver) and not str(each.pattern):
            yield from parts_below(each)
        else:
            yield str(each.pattern).split("/")[0]


class Languages(MiddlewareMixin):
    """Activates the language, and redirects URLs without one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        language = language_of(request.path_info)
        wanted = language or translation.get_language_from_request(request)
        translation.activate(wanted)
        request.LANGUAGE_CODE = wanted
        return None if language else self.lead_on(request, wanted)

    def lead_on(self, request: HttpRequest, language: str) -> HttpResponse | None:
        """Redirect to the page in this language, if there is one; a POST stays a POST."""
        path = request.path_info
        if path.lstrip("/").partition("/")[0] not in first_parts():
            return None  # most requests; resolving them twice would take a tenth of their time
        for whole in (path,) if path.endswith("/") else (path, f"{path}/"):
            if is_valid_path(in_language(whole, language)):
                break
        else:
            return None
        request.get_host()  # raises for an unknown host, before any redirect
        asked = request.META.get("QUERY_STRING", "")
        address = f"{in_language(whole, language)}{asked and '?'}{asked}"
        is_look = request.method in {"GET", "HEAD"}
        response = HttpResponsePermanentRedirect(address) if is_look else Moved(address)
        patch_vary_headers(response, LOOKED_AT)
        # The visitor can choose another language later: browsers must revalidate.
        response["Cache-Control"] = "private, no-cache"
        return response

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not language_of(request.path_info):
            patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response
