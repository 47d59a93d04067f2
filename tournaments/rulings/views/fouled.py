from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import show
from tournaments.results.texts import USUAL_REASONS
from tournaments.rulings.forms.fouled import CardsForm
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.views.rulings import decide
from tournaments.state.fouled import fouled_ruling, plays_of_board
from tournaments.state.version_tokens import fouling_state


@director_page
def cards(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    board = get_object_or_404(tournament.boards, number=number, deal__isnull=False)
    row = fouled_ruling(board)
    form = CardsForm(
        request.POST or None,
        plays=plays_of_board(board),
        groups=row.groups if row else {},
        initial={"seen": fouling_state(board).seen, "is_public": row is None or row.is_public},
    )
    effect: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        done, effect = decide(
            request, tournament, form, lambda **values: split_board(board=board, **values)
        )
        if done:
            messages.success(request, _("The ruling is stored. The standings follow."))
            return redirect("manage_rulings", tournament.code)
    if form.conflict:
        row = fouled_ruling(board)
        groups = row.groups if row else {}
        form.compare(CardsForm(plays=form.plays, groups=groups))
    return show(
        request,
        tournament,
        "rulings/cards",
        part="rulings",
        status=422 if form.errors else 200,
        board=board,
        fouled=row,
        form=form,
        effect=effect,
        reasons=USUAL_REASONS,
        **effect,
    )
