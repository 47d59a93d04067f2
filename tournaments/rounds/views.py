"""Rounds drawn one after another: draw, look at the draft, publish, draw again, decide."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.services.pairing import (
    buy_back,
    decide_match,
    draw_next_round,
    publish_round,
    redraw_round,
    take_round_back,
)
from tournaments.views.manage.access import Request, attempt, directed
from tournaments.views.manage.draws import as_seen


def back(tournament: Tournament) -> HttpResponse:
    return redirect("manage_draw", tournament.code)


def whole(request: Request, name: str) -> int:
    """A number that was posted; 0 for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


@require_POST
@directed
def next_round(request: Request, tournament: Tournament) -> HttpResponse:
    """Draw the next round as a draft."""
    attempt(
        request,
        lambda: draw_next_round(
            tournament=tournament,
            number=whole(request, "number") or None,
            provisional=request.POST.get("provisional") == "1",
            one_more=request.POST.get("one_more") == "1",
            actor=request.user,
        ),
        _("Drawn. Nobody sees it before you publish it."),
    )
    return back(tournament)


@require_POST
@directed
def publish(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show everybody who sits where in the round."""
    done = _("Published. Everybody can see who sits where.")
    return changed(request, tournament, publish_round, done, number=number)


@require_POST
@directed
def redraw(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Draw the last round again."""
    even = request.POST.get("even") == "1"
    done = _("Drawn again. Nobody sees it before you publish it.")
    return changed(request, tournament, redraw_round, done, number=number, even_with_results=even)


@require_POST
@directed
def take_back(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Throw the last round away."""
    done = _("The round is taken back.")
    return changed(request, tournament, take_round_back, done, number=number)


@require_POST
@directed
def decide(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Say who goes on from a tied match."""
    return changed(
        request,
        tournament,
        decide_match,
        _("Decided."),
        number=number,
        match=whole(request, "match"),
        winner=whole(request, "winner"),
    )


@require_POST
@directed
def life(request: Request, tournament: Tournament) -> HttpResponse:
    """Let a team buy a life."""
    team = whole(request, "team")
    return changed(request, tournament, buy_back, _("They are in again."), team=team)


def changed(
    request: Request, tournament: Tournament, service: Callable[..., Any], done: str, **values: Any
) -> HttpResponse:
    """Hand it to the service and go back to the draw."""
    attempt(request, as_seen(request, tournament, service, **values), done)
    return back(tournament)
