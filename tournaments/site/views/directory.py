from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.wording.collation import sort_by_name
from tournaments.clubs.countries import by_name
from tournaments.site.selectors.directory import (
    club_entries,
    directory_filters,
    listed_clubs,
    with_days,
)
from tournaments.site.views.site import contact_details

CLUBS_A_PAGE = 50


def club_list(request: HttpRequest) -> HttpResponse:
    """Clubs filtered by country or year; unknown values are ignored."""
    places = directory_filters()
    country_param = request.GET.get("country", "")
    country = country_param if country_param in places.countries else ""
    year = next((each for each in places.years if str(each) == request.GET.get("year")), 0)
    clubs = with_days(listed_clubs(country, year), timezone.now())
    rows = sort_by_name(clubs, lambda club: club.name)
    page = Paginator(rows, CLUBS_A_PAGE).get_page(request.GET.get("page"))
    values = {
        "places": places,
        "countries": [(code, name) for code, name in by_name() if code in places.countries],
        "country": country,
        "year": year,
        "page_obj": page,
        "clubs": club_entries(page.object_list),
        "nav": "tournaments",
        **contact_details(),
    }
    return render(request, "tournaments/site/clubs.html", values)
