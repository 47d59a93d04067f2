from collections.abc import Container

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exports.responses import table_response
from tournaments.models import Club
from tournaments.seasons.selectors import has_fresh_ratings, ratings_of
from tournaments.site.selectors.archive import (
    ArchiveFilters,
    ArchiveSearch,
    choices_of,
    search_archive,
    with_entrants,
    with_their_winners,
)
from tournaments.site.tables import archive_table

PAST_A_PAGE = 30
RATINGS_A_PAGE = 100


def archive(request: HttpRequest, club_id: int) -> HttpResponse:
    row, search, choices = archive_of(request, club_id)
    tournaments = with_entrants(search_archive(row, search, choices))
    page = Paginator(tournaments, PAST_A_PAGE).get_page(request.GET.get("page"))
    values = {
        "club": row,
        "club_name": row.name,
        "title": _("Archive"),
        "wanted": search,
        "choices": choices,
        "is_narrowed": search != ArchiveSearch(),
        "page_obj": page,
        "past": with_their_winners(page.object_list),
        "nav": "tournaments",
    }
    return render(request, "tournaments/site/archive.html", values)


def archive_file(request: HttpRequest, club_id: int, form: str) -> HttpResponse:
    row, search, choices = archive_of(request, club_id)
    tournaments = with_their_winners(with_entrants(search_archive(row, search, choices)))
    return table_response(archive_table(row, tournaments), form)


def archive_of(request: HttpRequest, club_id: int) -> tuple[Club, ArchiveSearch, ArchiveFilters]:
    """The club and the search; 404 if it has no finished tournament."""
    row = get_object_or_404(Club, pk=club_id)
    timezone.activate(row.zone)
    choices = choices_of(row)
    if not choices.all:
        raise Http404(_("No tournament of this club is over yet."))
    return row, search_of(request, choices), choices


def search_of(request: HttpRequest, choices: ArchiveFilters) -> ArchiveSearch:
    """Search criteria from the query string; unknown values are ignored."""

    def part(name: str, known: Container[str]) -> str:
        value = request.GET.get(name, "")
        return value if value in known else ""

    year = request.GET.get("year")
    return ArchiveSearch(
        words=request.GET.get("q", "").strip()[:100],
        year=next((each for each in choices.years if str(each) == year), 0),
        unit=part("unit", choices.units),
        kind=part("kind", choices.kinds),
        place=part("place", choices.places),
        preset=part("preset", choices.presets),
    )


def players(request: HttpRequest, club_id: int) -> HttpResponse:
    row = get_object_or_404(Club, pk=club_id)
    timezone.activate(row.zone)
    ratings = ratings_of(row)
    if not ratings:
        raise Http404(_("This club has no rated players yet."))
    values = {
        "club": row,
        "club_name": row.name,
        "title": _("Ratings"),
        "is_fresh": has_fresh_ratings(row.pk),
        "page_obj": Paginator(ratings, RATINGS_A_PAGE).get_page(request.GET.get("page")),
        "nav": "tournaments",
    }
    return render(request, "tournaments/site/players.html", values)
