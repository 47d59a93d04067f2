"""Edit the seats of a round; the checker runs before anything is stored."""

from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.changes.forms.seating import SeatingForm
from tournaments.changes.layout import Layout
from tournaments.changes.questions import (
    apply_if_unchanged,
    go_back,
    has_seat_conflict,
    preview_or_error,
)
from tournaments.changes.selectors.layouts import boards_of_set, layout_of, sets_in_play
from tournaments.changes.services.preview import Preview
from tournaments.changes.services.seating import reseat_round
from tournaments.draws.texts import board_span
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.forms import Data
from tournaments.organiser.pages import show
from tournaments.state.version_tokens import seating_state


@director_page
def seating(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    layout = layout_of(tournament)
    if number not in layout.rounds:
        raise Http404
    form = seating_form(tournament, number, layout, request.POST or None)
    preview: Preview | None = None
    problem: RuleViolationError | None = None
    if request.method == "POST" and form.is_valid():
        act = partial(
            reseat_round, tournament=tournament, number=number, actor=request.user,
            **form.service_values(),
        )  # fmt: skip
        title = _("Seats of round %(n)d") % {"n": number}
        preview, problem = preview_or_error(tournament, act)
        if request.POST.get("do") == "do" and can_proceed(problem):
            try:
                back = f"{reverse('manage_draw', args=[tournament.code])}#round-{number}"
                notes = preview.notes if preview else []
                change = apply_if_unchanged(request, tournament, form, lambda: act(notes=notes))
                return go_back(request, tournament, change, back)
            except RuleViolationError as refusal:
                problem = refusal
            if has_seat_conflict(tournament, form, problem, title):
                problem = None
                form.compare(seating_form(tournament, number, layout_of(tournament), None))
    context: dict[str, Any] = {
        "form": form, "found": preview, "problem": problem,
        "verb": _("Save this seating"), "ways": [],
        "title": _("Seats of round %(n)d") % {"n": number},
        "said": _("Seats of round %(n)d") % {"n": number}, "is_asked": request.method == "POST",
        "back": reverse("manage_draw", args=[tournament.code]),
        "with_results": sorted({key[1] for key, row in layout.plays.items()
                                if key[0] == number and row.result}),
    }  # fmt: skip
    if request.headers.get("HX-Request"):
        context["tournament"] = tournament
        return render(request, "tournaments/changes/what_if.html", context)
    return show(
        request,
        tournament,
        "changes/seating",
        part="draw",
        number=number,
        rounds=layout.rounds,
        **context,
    )


def can_proceed(problem: RuleViolationError | None) -> bool:
    """Whether to submit; a no-op can be a repeated request."""
    return problem is None or problem.code == "nothing_changes"


def seating_form(tournament: Tournament, number: int, layout: Layout, data: Data) -> SeatingForm:
    form = SeatingForm(
        data, tournament=tournament, number=number, layout=layout, sets=set_choices(tournament)
    )
    form.fields["seen"].initial = seating_state(tournament).seen
    return form


def set_choices(tournament: Tournament) -> list[tuple[int, str]]:
    if tournament.cards != Tournament.Cards.BOARDS:
        return []
    return [
        (each, board_span(boards_of_set(tournament, each))) for each in sets_in_play(tournament)
    ]
