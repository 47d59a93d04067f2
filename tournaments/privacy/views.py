"""An organiser's page about what everybody reads of a player."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.desk.access import Request, in_club
from tournaments.desk.pages import show_form
from tournaments.facts.present import present_public_name
from tournaments.models import Club, Player
from tournaments.privacy.forms import PublicNameForm
from tournaments.privacy.services import show_player_as


@in_club("tournaments.manage_club")
def public_name(request: Request, club: Club, player_id: int) -> HttpResponse:
    """Choose what everybody reads instead of a player's name."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    form = name_form(player, request.POST or None)
    if request.method == "POST" and form.hand_to(show_player_as, player=player) is not None:
        messages.success(request, _("Saved."))
        return redirect("manage_player_public", club.pk, player.pk)
    if form.conflict:
        player.refresh_from_db()
        form.compare(name_form(player, None))
    context = {"form": form, "club": club, "player": player, "nav": "manage"}
    return show_form(request, "privacy/public_name", context, form)


def name_form(player: Player, data: QueryDict | None) -> PublicNameForm:
    """The form as the player is shown now."""
    own = player.public_name if player.shown_as == Player.ShownAs.PSEUDONYM else ""
    initial = {
        "shown_as": player.shown_as,
        "pseudonym": own,
        "asked": player.public_name_asked,
        "seen": present_public_name(player).seen,
    }
    return PublicNameForm(data, initial=initial)
