from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.models import Club, Player
from tournaments.organiser.access import Request, club_page_for
from tournaments.organiser.pages import show_form
from tournaments.privacy.forms import AnonymiseForm, PublicNameForm
from tournaments.privacy.selectors import stored_data_of
from tournaments.privacy.services import anonymise_player, show_player_as
from tournaments.privacy.spellings import spellings_of
from tournaments.state.version_tokens import public_name_state


@club_page_for("tournaments.manage_club")
def public_name(request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=player_id, club=club)
    form = name_form(player, request.POST or None)
    if request.method == "POST" and form.submit_to(show_player_as, player=player) is not None:
        messages.success(request, _("Saved."))
        return redirect("manage_player_public", club.pk, player.pk)
    if form.conflict:
        player.refresh_from_db()
        form.compare(name_form(player, None))
    context = {"form": form, "club": club, "player": player, "nav": "manage"}
    return show_form(request, "privacy/public_name", context, form)


def name_form(player: Player, data: QueryDict | None) -> PublicNameForm:
    own = player.public_name if player.shown_as == Player.ShownAs.PSEUDONYM else ""
    initial = {
        "shown_as": player.shown_as,
        "pseudonym": own,
        "asked": player.public_name_asked,
        "seen": public_name_state(player).seen,
    }
    return PublicNameForm(data, initial=initial)


@never_cache
@club_page_for("tournaments.manage_club")
def record(request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id, club=club)
    form = AnonymiseForm(request.POST or None, spellings=spellings_of(player))
    if request.method == "POST":
        gone = form.submit_to(anonymise_player, player=player, actor=request.user)
        if gone is not None:
            messages.success(request, _("The name has been erased; results stay."))
            show_unselected(request, form)
            return redirect("manage_player", club.pk, player.pk)
    context = {"form": form, "club": club, "player": player, "nav": "manage"}
    context["stored"] = stored_data_of(player)
    return render(request, "tournaments/privacy/stored.html", context)


def show_unselected(request: Request, form: AnonymiseForm) -> None:
    """List spellings that were shown but not selected; they are unchanged."""
    ticked = form.cleaned_data.get("also", ())
    left = [text for text, _label in form.shown if text not in ticked]
    if left:
        messages.warning(request, _("Left as they are: %s") % ", ".join(left))


@never_cache
@club_page_for("tournaments.manage_club")
def record_file(_request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id, club=club)
    options = {"indent": 2, "ensure_ascii": False}
    answer = JsonResponse(stored_data_of(player).file, json_dumps_params=options)
    answer["Content-Disposition"] = f'attachment; filename="player-{player.pk}.json"'
    return answer
