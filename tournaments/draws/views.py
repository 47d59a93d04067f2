"""The draw: choose a movement, look at the draft, publish it or take it back."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.desk.access import Request, attempt, director_page
from tournaments.desk.pages import as_seen, show
from tournaments.draws.forms.evening import EveningForm, chosen_proposal, evening_form, key_of
from tournaments.draws.forms.other_formats import OtherForm, other_forms, sent_form
from tournaments.draws.selectors.instructions import instructions_of
from tournaments.draws.selectors.proposals import (
    Comparison,
    comparison,
    drawn_facts,
    game_words,
    most_different_first,
)
from tournaments.draws.selectors.seatings import seatings
from tournaments.draws.services import draw_tournament, publish_draw, take_draw_back
from tournaments.errors import Refused
from tournaments.facts.present import present_seating
from tournaments.models import Tournament
from tournaments.rounds.selectors.next_round import next_round_of

COLUMNS = 4


@director_page
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """How shall we play tonight? Or, once drawn, who sits where."""
    if tournament.state != Tournament.State.ENTRY:
        return show_drawn(request, tournament)
    form = evening_form(request.POST if request.method == "POST" else request.GET)
    found = compare_proposals(tournament, form)
    others = other_forms(
        tournament, found.teams, request.POST if request.method == "POST" else None
    )
    if request.method == "POST" and (other := sent_form(others)) is not None:
        if other.is_valid():
            return draw_other(request, tournament, other)
    elif request.method == "POST":
        return make_draw(request, tournament, found)
    minutes = form.cleaned_data.get("minutes") or 0
    columns = [(key_of(column.proposal), column) for column in most_different_first(found.columns)]
    return show(
        request,
        tournament,
        "draws/draw",
        part="draw",
        form=form,
        found=found,
        columns=columns[:COLUMNS],
        more=columns[COLUMNS:],
        minutes=minutes,
        others=others,
        is_open=tournament.is_open_play,
        game=game_words(tournament),
        longest=max([minutes, *(each.minutes for each in found.proposals)]) * 1.1,
        entered=tournament.teams.count(),
    )


def compare_proposals(tournament: Tournament, form: EveningForm) -> Comparison:
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


def draw_other(request: Request, tournament: Tournament, form: OtherForm) -> HttpResponse:
    """Draw by a format that is none of the proposals."""
    attempt(
        request,
        lambda: draw_tournament(
            tournament=tournament,
            kind=form.of.kind,
            params=form.params(),
            boards_per_round=form.cleaned_data.get("boards"),
            by_lot=form.cleaned_data["order"] == "lot",
            actor=request.user,
        ),
        _("Drawn. Nobody sees it before you publish it."),
    )
    return redirect("manage_draw", tournament.code)


def make_draw(request: Request, tournament: Tournament, found: Comparison) -> HttpResponse:
    """Draw by the chosen proposal, if it is still one of those that fit."""
    proposal = chosen_proposal(request.POST.get("choice", ""), found.proposals)

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
        "draws/drawn",
        part="draw",
        seating_seen=present_seating(tournament).seen,
        rounds=seatings(tournament),
        facts=drawn_facts(tournament),
        next=next_round_of(tournament),
        game=game_words(tournament),
        instructions=instructions_of(tournament),
        State=Tournament.State,
    )


@require_POST
@director_page
def publish(request: Request, tournament: Tournament) -> HttpResponse:
    """Show everybody who sits where."""
    done = _("Published. Everybody can see who sits where.")
    if attempt(request, as_seen(request, tournament, publish_draw), done):
        return redirect("manage_tournament", tournament.code)
    return redirect("manage_draw", tournament.code)


@require_POST
@director_page
def take_back(request: Request, tournament: Tournament) -> HttpResponse:
    """Undo the draw while nothing has been entered."""
    attempt(
        request,
        as_seen(request, tournament, take_draw_back),
        _("The draw is taken back. Change the pairs or choose another movement."),
    )
    return redirect("manage_draw", tournament.code)
