from django.http import HttpRequest, HttpResponse


def events(_request: HttpRequest, code: str) -> HttpResponse:
    """Answer 204, so that browsers do not retry; ``live.streams`` serves streams before Django."""
    return HttpResponse(status=204)
