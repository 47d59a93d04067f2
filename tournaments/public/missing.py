from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament


def missing_page(
    request: HttpRequest, tournament: Tournament, title: str, text: str
) -> HttpResponse:
    """A 404 page in the tournament's design, with two links."""
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "nav": "tournaments",
        "title": title,
        "text": text,
    }
    return render(request, "tournaments/public/missing.html", values, status=404)
