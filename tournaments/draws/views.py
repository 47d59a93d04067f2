"""The draw: choose a movement, look at the draft, publish it or take it back."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.forms.draws import EveningForm, chosen, evening, key_of
from tournaments.forms.other_formats import OtherForm, offered, sent_form
from tournaments.models import Tournament
from tournaments.selectors.draws import (
    Comparison,
    comparison,
    drawn_facts,
    game_words,
    varied,
)
from tournaments.selectors.formats import is_open_play
from tournaments.selectors.instructions import instructions_of
from tournaments.selectors.next_round import next_round_of
from tournaments.selectors.present import present_seating
from tournaments.selectors.seatings import seatings
from tournaments.services.draws import draw_tournament, publish_draw, take_draw_back
from tournaments.services.seen import done_as_seen
from tournaments.views.manage.access import Request, attempt, directed
from tournaments.views.manage.pages import show

COLUMNS = 4


@directed
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """How shall we play tonight? Or, once drawn, who sits where."""
    if tournament.state != Tournament.State.ENTRY:
        return show_drawn(request, tournament)
    form = evening(request.POST if request.method == "POST" else request.GET)
    found = compared(tournament, form)
    others = offered(tournament, found.teams, request.POST if request.method == "POST" else None)
    if request.method == "POST" and (other := sent_form(others)) is not None:
        if other.is_valid():
            return draw_other(request, tournament, other, found.teams)
    elif request.method == "POST":
        return make_draw(request, tournament, found)
    minutes = form.cleaned_data.get("minutes") or 0
    columns = [(key_of(column.proposal), column) for column in varied(found.columns)]
    return show(
        request,
        tournament,
        "draw",
        part="draw",
        form=form,
        found=found,
        columns=columns[:COLUMNS],
        more=columns[COLUMNS:],
        minutes=minutes,
        others=others,
        is_open=is_open_play(tournament),
        game=game_words(tournament),
        longest=max([minutes, *(each.minutes for each in found.proposals)]) * 1.1,
        entered=tournament.teams.count(),
    )


def compared(tournament: Tournament, form: EveningForm) -> Comparison:
    """The proposals for what was asked; none for a form with errors."""
    teams = tournament.teams.filter(is_present=True).count()
    if not form.is_valid():
        return Comparison(teams, [], _("Correct the figures above to see what fits."))
    asked = form.cleaned_data
    return comparison(
        tournament,
        minutes=asked["minutes"],
        boards=asked["boards"],
        digital=asked["dealing"] != "made",
    )


def draw_other(
    request: Request, tournament: Tournament, form: OtherForm, entrants: int
) -> HttpResponse:
    """Draw by a format that is none of the proposals."""
    attempt(
        request,
        lambda: draw_tournament(
            tournament=tournament,
            kind=form.of.kind,
            params=form.params(entrants),
            boards_per_round=form.cleaned_data.get("boards"),
            by_lot=form.cleaned_data["order"] == "lot",
            actor=request.user,
        ),
        _("Drawn. Nobody sees it before you publish it."),
    )
    return redirect("manage_draw", tournament.code)


def make_draw(request: Request, tournament: Tournament, found: Comparison) -> HttpResponse:
    """Draw by the chosen proposal, if it is still one of those that fit."""
    proposal = chosen(request.POST.get("choice", ""), found.proposals)

    def make() -> None:
        if proposal is None:
            raise Refused(
                "other_proposals",
                _("The number of pairs or the time has changed. Please choose again."),
            )
        draw_tournament(
            tournament=tournament,
            kind=proposal.kind,
            params=proposal.params,
            boards_per_round=proposal.boards_per_round,
            by_lot=request.POST.get("order") != "entry",
            actor=request.user,
        )

    attempt(request, make, _("Drawn. Nobody sees it before you publish it."))
    return redirect("manage_draw", tournament.code)


def show_drawn(request: Request, tournament: Tournament) -> HttpResponse:
    return show(
        request,
        tournament,
        "drawn",
        part="draw",
        seating_seen=present_seating(tournament).seen,
        rounds=seatings(tournament),
        facts=drawn_facts(tournament),
        next=next_round_of(tournament),
        game=game_words(tournament),
        instructions=instructions_of(tournament),
        State=Tournament.State,
    )


def as_seen(
    request: Request, tournament: Tournament, service: Callable[..., Any], **values: Any
) -> Callable[[], Any]:
    """What a button of the draw does to the seating that was looked at."""
    return partial(
        done_as_seen,
        tournament=tournament,
        seen=request.POST.get("seen"),
        deed=partial(service, tournament=tournament, actor=request.user, **values),
    )


@require_POST
@directed
def publish(request: Request, tournament: Tournament) -> HttpResponse:
    """Show everybody who sits where."""
    done = _("Published. Everybody can see who sits where.")
    if attempt(request, as_seen(request, tournament, publish_draw), done):
        return redirect("manage_tournament", tournament.code)
    return redirect("manage_draw", tournament.code)


@require_POST
@directed
def take_back(request: Request, tournament: Tournament) -> HttpResponse:
    """Undo the draw while nothing has been entered."""
    attempt(
        request,
        as_seen(request, tournament, take_draw_back),
        _("The draw is taken back. Change the pairs or choose another movement."),
    )
    return redirect("manage_draw", tournament.code)
