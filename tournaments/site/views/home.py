from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.site.selectors.calendar import calendar_of, clubs_with_tournaments
from tournaments.site.selectors.directory import listed_clubs
from tournaments.site.selectors.showcase import showcase

SOON = 5
PAST_PER_PAGE = 20


def home(request: HttpRequest) -> HttpResponse:
    calendar = calendar_of()
    values = {
        "example": showcase(),
        "running": calendar.running[:SOON],
        "upcoming": calendar.upcoming[:SOON],
        "past": calendar.past[:SOON],
        "has_clubs": listed_clubs().exists(),
        "watch": (calendar.running or calendar.past or (None,))[0],
    }
    return render(request, "tournaments/site/home.html", values)


def tournament_list(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:100]
    clubs = clubs_with_tournaments()
    club_param = request.GET.get("club", "")
    club = next((pk for pk, _name in clubs if str(pk) == club_param), None)
    calendar = calendar_of(words=words, club=club)
    page = Paginator(calendar.past, PAST_PER_PAGE).get_page(request.GET.get("page"))
    values = {
        "nav": "tournaments",
        "words": words,
        "clubs": clubs,
        "club": club,
        "calendar": calendar,
        "page_obj": page,
        "found": len(calendar.running) + len(calendar.upcoming) + len(calendar.past),
    }
    return render(request, "tournaments/site/list.html", values)
