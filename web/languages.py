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


class MethodPreservingRedirect(HttpResponsePermanentRedirect):
    """Redirect that preserves method and body, without a content type."""

    def __init__(self, whole: str) -> None:
        super().__init__(whole, preserve_request=True)
        del self["Content-Type"]


class AppendSlashMiddleware(CommonMiddleware):
    """Append the slash without turning a POST into a GET."""

    response_redirect_class = MethodPreservingRedirect


LOOKED_AT: Final = ("Cookie", "Accept-Language")


class LanguagePrefix(LocalePrefixPattern):
    """Matches URLs of every language; reverses to the active one."""

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, str]] | None:
        language = language_of(f"/{path}")
        return (path[len(language) + 1 :], (), {}) if language else None


def language_urls(*urls: URLPattern | URLResolver) -> Sequence[URLResolver]:
    return [URLResolver(LanguagePrefix(), list(urls))]


@cache
def localised_first_segments() -> frozenset[str]:
    in_languages = (each for each in get_resolver().url_patterns if is_localised(each))
    return frozenset(part for each in in_languages for part in first_segments(each))


def is_localised(pattern: URLPattern | URLResolver) -> TypeGuard[URLResolver]:
    return isinstance(pattern.pattern, LanguagePrefix)


def first_segments(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver) and not str(each.pattern):
            yield from first_segments(each)
        else:
            yield str(each.pattern).split("/")[0]


class LanguageMiddleware(MiddlewareMixin):
    """Activates the language, and redirects URLs without one."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        language = language_of(request.path_info)
        chosen_language = language or translation.get_language_from_request(request)
        translation.activate(chosen_language)
        request.LANGUAGE_CODE = chosen_language
        return None if language else self.redirect_to_language(request, chosen_language)

    def redirect_to_language(self, request: HttpRequest, language: str) -> HttpResponse | None:
        """Redirect to the page in this language, if there is one; a POST stays a POST."""
        path = request.path_info
        if path.lstrip("/").partition("/")[0] not in localised_first_segments():
            return None  # most requests; resolving them twice would take a tenth of their time
        for whole in (path,) if path.endswith("/") else (path, f"{path}/"):
            if is_valid_path(in_language(whole, language)):
                break
        else:
            return None
        request.get_host()  # raises for an unknown host, before any redirect
        query = request.META.get("QUERY_STRING", "")
        address = f"{in_language(whole, language)}{query and '?'}{query}"
        is_look = request.method in {"GET", "HEAD"}
        response = (
            HttpResponsePermanentRedirect(address) if is_look else MethodPreservingRedirect(address)
        )
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
