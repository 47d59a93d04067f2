"""Where no stream can be had: a server that answers one request after the other."""

from django.http import HttpRequest, HttpResponse


def events(_request: HttpRequest, code: str) -> HttpResponse:
    """No stream, do not ask again: ``live.streams`` tells of changes, in front of Django."""
    return HttpResponse(status=204)
