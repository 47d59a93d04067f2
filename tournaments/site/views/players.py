from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exports.responses import table_response
from tournaments.models import Player
from tournaments.seasons.selectors import has_fresh_ratings
from tournaments.site.selectors.players import Evenings, evenings_of
from tournaments.site.selectors.profiles import profile_of
from tournaments.site.selectors.tops import best_boards_of
from tournaments.site.tables import evenings_table


def player(request: HttpRequest, player_id: int) -> HttpResponse:
    evenings = public_evenings(player_id)
    row = evenings.player
    values = {
        "player": row,
        "club_name": row.club.name,
        "evenings": evenings,
        "profile": profile_of(row, evenings.nights),
        "tops": best_boards_of(evenings.nights),
        "is_fresh": has_fresh_ratings(row.club_id),
        "nav": "tournaments",
    }
    return render(request, "tournaments/site/player.html", values)


def player_file(_request: HttpRequest, player_id: int, form: str) -> HttpResponse:
    return table_response(evenings_table(public_evenings(player_id)), form)


def public_evenings(player_id: int) -> Evenings:
    row = get_object_or_404(Player.everyone.select_related("club"), pk=player_id)
    timezone.activate(row.club.zone)
    evenings = evenings_of(row.current)
    if not evenings.nights:
        raise Http404(_("This player has no finished public tournament."))
    return evenings
