"""Change a round's seats by typing or dragging; the checker speaks before anything is stored."""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.forms.seating import SeatingForm
from tournaments.models import Tournament
from tournaments.selectors.layouts import boards_of_set, layout_of, sets_in_play
from tournaments.selectors.seatings import board_span
from tournaments.services.seating import reseat_round
from tournaments.services.what_if import Preview
from tournaments.views.manage.access import Request, directed
from tournaments.views.manage.asking import done, looked
from tournaments.views.manage.pages import show


@directed
def seating(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of a round as fields, what the new seating would break, and the button."""
    layout = layout_of(tournament)
    if number not in layout.rounds:
        raise Http404
    form = SeatingForm(
        request.POST or None, tournament=tournament, number=number, layout=layout,
        sets=set_choices(tournament),
    )  # fmt: skip
    found: Preview | None = None
    problem: Refused | None = None
    if request.method == "POST" and form.is_valid():
        act = partial(
            reseat_round, tournament=tournament, number=number, actor=request.user,
            **form.service_values(),
        )  # fmt: skip
        found, problem = looked(tournament, act)
        if request.POST.get("do") == "do" and problem is None:
            try:
                back = f"{reverse('manage_draw', args=[tournament.code])}#round-{number}"
                return done(request, tournament, act(notes=found.notes if found else []), back)
            except Refused as refusal:
                problem = refusal
    context: dict[str, Any] = {
        "form": form, "found": found, "problem": problem,
        "verb": _("Store this seating"), "is_asked": request.method == "POST",
        "back": reverse("manage_draw", args=[tournament.code]),
        "with_results": sorted({key[1] for key, row in layout.plays.items()
                                if key[0] == number and row.result}),
    }  # fmt: skip
    if request.headers.get("HX-Request"):
        context["tournament"] = tournament
        return render(request, "tournaments/manage/what_if.html", context)
    return show(
        request, tournament, "seating", part="draw", number=number, rounds=layout.rounds, **context
    )


def set_choices(tournament: Tournament) -> list[tuple[int, str]]:
    """The board sets there are, by their boards; none in open play."""
    if tournament.cards != Tournament.Cards.BOARDS:
        return []
    return [
        (each, board_span(boards_of_set(tournament, each))) for each in sets_in_play(tournament)
    ]
