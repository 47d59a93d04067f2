"""A table's link is its key: sent to nobody, kept by nobody, found by no search engine."""

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


def private(view: View) -> View:
    """Let nobody keep or find what this view answers."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        for name, value in PRIVATE.items():
            response[name] = value
        return response

    return answer
