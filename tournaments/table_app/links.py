"""A table's link is its credential: never cached, referred or indexed."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]
PRIVATE: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}


def private_response(view: View) -> View:
    """Set headers against caching, referrers and indexing."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        for name, value in PRIVATE.items():
            response[name] = value
        return response

    return answer
