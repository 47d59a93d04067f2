from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exports.responses import table_response
from tournaments.models import Club, Season, Tournament
from tournaments.seasons.selectors import ladder_of, ratings_of
from tournaments.site.page_heads import site_of
from tournaments.site.selectors.club_page import club_page
from tournaments.site.selectors.race import season_table_of
from tournaments.site.selectors.weeks import later_than, weeks_of
from tournaments.site.tables import players_table, season_table

LATER = 5


def club(request: HttpRequest, club_id: int) -> HttpResponse:
    row = get_object_or_404(Club, pk=club_id)
    timezone.activate(row.zone)
    today = timezone.localdate()
    page = club_page(row, today)
    if page is None:
        raise Http404(_("This club has published nothing yet."))
    address = f"{site_of(request)}{reverse('club_calendar', args=[row.pk])}"
    values = {
        "club": row,
        "club_name": row.name,
        "webcal": f"webcal://{address.partition('://')[2]}",
        "next": page.next,
        "last": page.last,
        "weeks": weeks_of(page.coming, today),
        "later": later_than(page.coming, today)[:LATER],
        "leaders": page.leaders,
        "is_fresh": page.is_fresh,
        "seasons": page.seasons,
        "choices": page.choices,
        "past": page.past,
        "runs": request.user.has_perm("tournaments.create_in_club", row),
        "nav": "tournaments",
    }
    return render(request, "tournaments/site/club.html", values)


def season(request: HttpRequest, code: str) -> HttpResponse:
    row = get_object_or_404(Season.objects.select_related("club"), code=code)
    timezone.activate(row.club.zone)
    ladder = ladder_of(row)
    values = {
        "season": row,
        "club_name": row.club.name,
        "ladder": ladder,
        "table": season_table_of(ladder),
        "played": sum(each.state == Tournament.State.FINISHED for each in ladder.tournaments),
        "runs": request.user.has_perm("tournaments.create_in_club", row.club),
        "nav": "tournaments",
    }
    return render(request, "tournaments/site/season.html", values)


def season_file(_request: HttpRequest, code: str, form: str) -> HttpResponse:
    row = get_object_or_404(Season.objects.select_related("club"), code=code)
    return table_response(season_table(ladder_of(row)), form)


def players_file(_request: HttpRequest, club_id: int, form: str) -> HttpResponse:
    row = get_object_or_404(Club, pk=club_id)
    ratings = ratings_of(row)
    if not ratings:
        raise Http404(_("This club has no rated players yet."))
    return table_response(players_table(row, ratings), form)
