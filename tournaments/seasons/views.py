from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Club, Season, Tournament
from tournaments.organiser.access import Request, club_page_for
from tournaments.organiser.pages import show_form
from tournaments.seasons.forms import SeasonForm, initial_of
from tournaments.seasons.services import change_season, create_season, remove_season


@club_page_for("tournaments.create_in_club")
def season_new(request: Request, club: Club) -> HttpResponse:
    form = SeasonForm(
        request.POST or None,
        tournaments=tournaments_of(club),
        initial={"measure": Season.Measure.BEHIND},
    )
    if request.method == "POST":
        season = form.submit_to(create_season, club=club, actor=request.user)
        if season:
            messages.success(request, _("The season has been created."))
            return redirect("season", season.code)
    return show(request, club, form, None)


@club_page_for("tournaments.create_in_club")
def season_change(request: Request, club: Club, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id, club=club)
    form = SeasonForm(
        request.POST or None, tournaments=tournaments_of(club), initial=initial_of(season)
    )
    if (
        request.method == "POST"
        and form.submit_to(change_season, season=season, actor=request.user) is not None
    ):
        messages.success(request, _("Saved."))
        return redirect("season", season.code)
    if form.conflict:
        season.refresh_from_db()
        form.compare(SeasonForm(tournaments=tournaments_of(club), initial=initial_of(season)))
    return show(request, club, form, season)


@require_POST
@club_page_for("tournaments.manage_club")
def season_remove(request: Request, club: Club, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id, club=club)
    remove_season(season=season, actor=request.user)
    messages.success(request, _("The season is removed; its tournaments stay."))
    return redirect("manage_club", club.pk)


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    return Tournament.objects.filter(club=club, rehearses=None).order_by("-date", "-start_time")


def show(request: Request, club: Club, form: SeasonForm, season: Season | None) -> HttpResponse:
    context = {
        "form": form,
        "club": club,
        "season": season,
        "organises": request.user.has_perm("tournaments.manage_club", club),
        "nav": "manage",
    }
    return show_form(request, "seasons/season", context, form)
