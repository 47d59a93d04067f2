"""In which language a request is answered: by its address, elsewhere as its visitor chose or reads.

Public pages have their language in the address. An address without it leads there for good; only
there, and on pages that are somebody's own, the cookie and the browser's languages are looked at.
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
    """The whole address; what was sent is to be sent again there. It is no page."""

    def __init__(self, whole: str) -> None:
        super().__init__(whole, preserve_request=True)
        del self["Content-Type"]


class Slashes(CommonMiddleware):
    """Leads to the address with its slash without turning a post into a look."""

    response_redirect_class = Moved


LOOKED_AT: Final = ("Cookie", "Accept-Language")


class LanguagePrefix(LocalePrefixPattern):
    """Matches the addresses of each language, whichever is switched on; makes those of that one."""

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, str]] | None:
        language = language_of(f"/{path}")
        return (path[len(language) + 1 :], (), {}) if language else None


def in_each_language(*urls: URLPattern | URLResolver) -> Sequence[URLResolver]:
    """Addresses that begin with a language."""
    return [URLResolver(LanguagePrefix(), list(urls))]


@cache
def first_parts() -> frozenset[str]:
    """The first parts, after the language, of the addresses that have one."""
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
    """Switches the language on, and leads from an address without one to that of its page."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        language = language_of(request.path_info)
        wanted = language or translation.get_language_from_request(request)
        translation.activate(wanted)
        request.LANGUAGE_CODE = wanted
        return None if language else self.lead_on(request, wanted)

    def lead_on(self, request: HttpRequest, language: str) -> HttpResponse | None:
        """To the page in this language, if there is one; what was sent is to be sent there."""
        path = request.path_info
        if path.lstrip("/").partition("/")[0] not in first_parts():
            return None  # most requests; to resolve them twice would take a tenth of their time
        for whole in (path,) if path.endswith("/") else (path, f"{path}/"):
            if is_valid_path(in_language(whole, language)):
                break
        else:
            return None
        request.get_host()  # refuses one that is not ours, before anybody is led anywhere
        asked = request.META.get("QUERY_STRING", "")
        address = f"{in_language(whole, language)}{asked and '?'}{asked}"
        is_look = request.method in {"GET", "HEAD"}
        response = HttpResponsePermanentRedirect(address) if is_look else Moved(address)
        patch_vary_headers(response, LOOKED_AT)
        # A browser asks again each time: its visitor may have chosen another language since.
        response["Cache-Control"] = "private, no-cache"
        return response

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not language_of(request.path_info):
            patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response
