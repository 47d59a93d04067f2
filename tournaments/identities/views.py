from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.clubs.selectors import players_of
from tournaments.identities.forms import SplitForm
from tournaments.identities.selectors import (
    distinct_pairs,
    merges_of,
    possible_duplicates,
    preview_merge,
)
from tournaments.identities.services import (
    allow_duplicates,
    mark_distinct,
    merge_players,
    split_player,
    undo_merge,
)
from tournaments.models import Club, Player
from tournaments.organiser.access import Request, club_page_for, run_with_message

MAX_CANDIDATES = 50


@club_page_for("tournaments.manage_club")
def duplicates(request: Request, club: Club) -> HttpResponse:
    context = {
        "club": club,
        "pairs": possible_duplicates(club),
        "merges": merges_of(club),
        "distinct": distinct_pairs(club),
        "nav": "manage",
    }
    return render(request, "tournaments/identities/duplicates.html", context)


@club_page_for("tournaments.manage_club")
def merge(request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=player_id, club=club)
    target = player_of(club, (request.POST or request.GET).get("other", ""))
    if target is not None and request.method == "POST":
        done = _("%(player)s is merged into %(kept)s.") % {"player": player, "kept": target}
        if run_with_message(
            request, lambda: merge_players(kept=target, player=player, actor=request.user), done
        ):
            return redirect("manage_player", club.pk, target.pk)
    search = request.GET.get("q", "")[:90]
    others = [each for each in players_of(club, search) if each != player] if search else []
    context = {
        "club": club,
        "player": player,
        "kept": target,
        "preview": preview_merge(player, target) if target and target != player else None,
        "wanted": search,
        "others": others[:MAX_CANDIDATES],
        "nav": "manage",
    }
    return render(request, "tournaments/identities/merge.html", context)


@club_page_for("tournaments.manage_club")
def split(request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=player_id, club=club)
    form = SplitForm(request.POST or None, player=player)
    if request.method == "POST":
        new = form.submit_to(split_player, player=player, actor=request.user)
        if new is not None:
            messages.success(request, _("The entries belong to %s now.") % new)
            return redirect("manage_player", club.pk, new.pk)
    context = {"club": club, "player": player, "form": form, "nav": "manage"}
    return render(request, "tournaments/identities/split.html", context)


@require_POST
@club_page_for("tournaments.manage_club")
def undo(request: Request, club: Club, merge_id: int) -> HttpResponse:
    row = get_object_or_404(club.player_merges, pk=merge_id)
    done = _("The merge is undone.")
    run_with_message(request, lambda: undo_merge(merge=row, actor=request.user), done)
    return redirect("manage_duplicates", club.pk)


@require_POST
@club_page_for("tournaments.manage_club")
def distinct_add(request: Request, club: Club) -> HttpResponse:
    first, second = (player_of(club, request.POST.get(name, "")) for name in ("first", "second"))
    if first is not None and second is not None:
        done = _("%(first)s and %(second)s are two people.") % {"first": first, "second": second}
        run_with_message(
            request, lambda: mark_distinct(first=first, second=second, actor=request.user), done
        )
    return redirect("manage_duplicates", club.pk)


@require_POST
@club_page_for("tournaments.manage_club")
def distinct_remove(request: Request, club: Club, pair_id: int) -> HttpResponse:
    row = get_object_or_404(distinct_pairs(club), pk=pair_id)
    run_with_message(request, lambda: allow_duplicates(pair=row), _("The pair is listed again."))
    return redirect("manage_duplicates", club.pk)


def player_of(club: Club, key: str) -> Player | None:
    players = (
        Player.objects.filter(club=club, pk=key) if key.isdecimal() and len(key) < 19 else None
    )
    return players.first() if players is not None else None
