"""Requests that the framework itself turns away, answered in the visitor's language."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page for what could not be read, 413 for what is too much, else 400."""
    too_much = isinstance(exception, TOO_MUCH)
    status = 413 if too_much else 400
    values = {"too_much": too_much, "status": status, "back": page_before(request)}
    return render(request, "400.html", values, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from before signing in or out, or one whose cookie the browser withheld."""
    return render(request, "403_csrf.html", {"back": page_before(request)}, status=403)


def page_before(request: HttpRequest) -> str:
    """The page of ours that the form stood on, the home page where the browser does not say."""
    before = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(before, allowed_hosts={request.get_host()})
    return before if ours else reverse("home")
