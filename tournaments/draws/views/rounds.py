from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.draws.services.rounds import (
    buy_back,
    decide_match,
    delete_last_round,
    draw_next_round,
    publish_round,
    redraw_round,
)
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import if_seating_unchanged


def redirect_to_draw(tournament: Tournament) -> HttpResponse:
    return redirect("manage_draw", tournament.code)


def posted_number(request: Request, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else 0


@require_POST
@director_page
def next_round(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        lambda: draw_next_round(
            tournament=tournament,
            number=posted_number(request, "number") or None,
            provisional=request.POST.get("provisional") == "1",
            one_more=request.POST.get("one_more") == "1",
            actor=request.user,
        ),
        _("Drawn. Nobody sees it before you publish it."),
    )
    return redirect_to_draw(tournament)


@require_POST
@director_page
def publish(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    done = _("Published. Everybody can see who sits where.")
    return change_and_return(request, tournament, publish_round, done, number=number)


@require_POST
@director_page
def redraw(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    even = request.POST.get("even") == "1"
    done = _("Drawn again. Nobody sees it before you publish it.")
    return change_and_return(
        request, tournament, redraw_round, done, number=number, even_with_results=even
    )


@require_POST
@director_page
def take_back(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    done = _("The round is taken back.")
    return change_and_return(request, tournament, delete_last_round, done, number=number)


@require_POST
@director_page
def decide(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    return change_and_return(
        request,
        tournament,
        decide_match,
        _("Decided."),
        number=number,
        match=posted_number(request, "match"),
        winner=posted_number(request, "winner"),
    )


@require_POST
@director_page
def life(request: Request, tournament: Tournament) -> HttpResponse:
    team = posted_number(request, "team")
    return change_and_return(request, tournament, buy_back, _("They are back in."), team=team)


def change_and_return(
    request: Request,
    tournament: Tournament,
    service: Callable[..., object],
    done: str,
    **values: object,
) -> HttpResponse:
    run_with_message(request, if_seating_unchanged(request, tournament, service, **values), done)
    return redirect_to_draw(tournament)
