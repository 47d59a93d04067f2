"""The style guide: every component in every state, with sample data."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def styleguide(request: HttpRequest, kind: str = "") -> HttpResponse:
    """Show the design system."""
    return render(request, "styleguide.html", {})
