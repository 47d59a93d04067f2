"""Base of API operations: idempotency, conditional requests, list parameters."""

from collections.abc import Collection
from functools import partial
from typing import Final

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.idempotency import key_of, run_once
from api.list_responses import filter_response
from api.preconditions import EDIT_METHODS, Act, add_etag, run_if_match

READ_METHODS: Final = ("GET", "HEAD")


class Operation(APIView):
    """Base view; wraps its method according to the request headers."""

    asks: Collection[str] = ()
    """Query parameters."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        name = str(request.method).lower()
        method = getattr(self, name, None)
        if method is None:
            return
        act: Act = partial(method, request, *args, **kwargs)
        if request.method in READ_METHODS:
            act = partial(filter_response, request, act, known_parameters(self))
        if request.method in EDIT_METHODS and "If-Match" in request.headers:
            look = partial(getattr(self, "get", empty_state), request, *args, **kwargs)
            shown = partial(filter_response, request, look, known_parameters(self))
            act = partial(run_if_match, request, kwargs, shown, act)
        key = key_of(request) if request.method == "POST" else None
        if key is not None:
            act = partial(run_once, request, key, act)
        # ``dispatch`` looks the method up by name; its arguments are already bound.
        setattr(self, name, lambda *_args, **_kwargs: act())

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        is_look = request.method in READ_METHODS and final.status_code == 200
        if is_look and isinstance(final, Response):
            final.add_post_render_callback(partial(add_etag, request))
        return final


def known_parameters(view: APIView) -> frozenset[str]:
    """Query parameters of a view besides those of all lists."""
    filters = getattr(view, "filterset_class", None)
    named = filters.base_filters if filters is not None else ()
    return frozenset({*getattr(view, "asks", ()), *named})


def empty_state(*_args: object, **_kwargs: object) -> HttpResponseBase:
    return Response()
