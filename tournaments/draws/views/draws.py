from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from jobs.models import Job
from tournaments.draws.forms.evening import EveningForm, chosen_proposal, evening_form, key_of
from tournaments.draws.forms.other_formats import OtherForm, other_forms, sent_form
from tournaments.draws.selectors.columns import columns_of, excluded_text
from tournaments.draws.selectors.instructions import instructions_of
from tournaments.draws.selectors.next_round import next_round_of
from tournaments.draws.selectors.progress import draw_failure_text, draw_progress
from tournaments.draws.selectors.proposals import (
    Comparison,
    comparison,
    drawn_facts,
    game_words,
)
from tournaments.draws.selectors.seatings import seatings
from tournaments.draws.selectors.timetable import planned_start
from tournaments.draws.services.draws import (
    draw_synchronously,
    publish_draw,
    request_draw,
    undo_draw,
)
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.movements import DEAL_MINUTES
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import if_seating_unchanged, show
from tournaments.state.version_tokens import seating_state

COLUMNS = 3


@director_page
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """Proposals, or the seating once drawn."""
    if tournament.state != Tournament.State.ENTRY:
        return show_drawn(request, tournament)
    if request.method != "POST" and draw_progress(tournament):
        return show_work(request, tournament, "draws/drawing")
    present = tournament.teams.filter(is_present=True).count()
    sent = request.POST if request.method == "POST" else None
    others = other_forms(tournament, present, sent)
    other = sent_form(others) if sent else None
    if other is not None and other.is_valid():
        return draw_other(request, tournament, other)
    form = evening_form(tournament, present, request.GET if sent is None else sent)
    compared = compare_proposals(tournament, form)
    if sent is not None and other is None:
        return make_draw(request, tournament, form, compared)
    return show_proposals(request, tournament, form, compared, present, others)


def show_proposals(
    request: Request,
    tournament: Tournament,
    form: EveningForm,
    found: Comparison,
    present: int,
    others: list[OtherForm],
) -> HttpResponse:
    columns = columns_of(tournament, found, form.asked) if form.is_valid() else []
    keyed = [(key_of(column.proposal), column) for column in columns]
    start = planned_start(tournament)
    return show(
        request,
        tournament,
        "draws/draw",
        part="draw",
        form=form,
        found=found,
        columns=keyed[:COLUMNS],
        more=keyed[COLUMNS:],
        beyond=excluded_text(tournament, found),
        somebody_rests=any(each.proposal.sit_outs[1] for each in found.fitting),
        until=start + timedelta(minutes=form.asked.minutes) if form.is_valid() else None,
        is_open=tournament.is_open_play,
        entered=tournament.teams.count(),
        deal_minutes=DEAL_MINUTES,
        present=present,
        others=others,
        refused=draw_failure_text(tournament),
    )


def compare_proposals(tournament: Tournament, form: EveningForm) -> Comparison:
    if not form.is_valid():
        return Comparison(0, [], _("Correct the figures above to see what fits."))
    return comparison(tournament, form.asked)


def draw_other(request: Request, tournament: Tournament, form: OtherForm) -> HttpResponse:
    return run_draw(
        request,
        tournament,
        lambda: request_draw(
            tournament=tournament,
            kind=form.of.kind,
            params=form.params(),
            boards_per_round=form.cleaned_data.get("boards"),
            by_lot=form.cleaned_data["order"] == "lot",
            actor=request.user,
        ),
    )


def make_draw(
    request: Request, tournament: Tournament, form: EveningForm, found: Comparison
) -> HttpResponse:
    proposal = chosen_proposal(request.POST.get("choice", ""), found.proposals)

    def make() -> Job | None:
        if proposal is None:
            raise RuleViolationError(
                "other_proposals",
                _("The number of pairs or the time has changed. Please choose again."),
            )
        return request_draw(
            tournament=tournament,
            kind=proposal.kind,
            params=proposal.params,
            boards_per_round=proposal.boards_per_round,
            by_lot=request.POST.get("order") != "entry",
            plan=form.plan(),
            actor=request.user,
        )

    return run_draw(request, tournament, make)


def run_draw(
    request: Request, tournament: Tournament, make: Callable[[], Job | None]
) -> HttpResponse:

    def make_and_say() -> None:
        if make() is None:
            messages.success(request, _("Drawn. Nobody sees it before you publish it."))

    run_with_message(request, make_and_say)
    return redirect("manage_draw", tournament.code)


@director_page
def work(request: Request, tournament: Tournament) -> HttpResponse:
    """Progress for the page that polls every second, then a redirect to it.

    The final fragment does not poll: otherwise a slow page load would be aborted and
    restarted by each poll.
    """
    where = reverse("manage_draw", args=[tournament.code])
    if not request.headers.get("HX-Request"):
        return redirect(where)
    if draw_progress(tournament):
        return show_work(request, tournament, "draws/_at_work")
    if "over" in request.GET:
        return HttpResponse(headers={"HX-Redirect": where})
    return show_work(request, tournament, "draws/_work_done")


def show_work(request: Request, tournament: Tournament, name: str) -> HttpResponse:
    return show(
        request,
        tournament,
        name,
        part="draw",
        work=draw_progress(tournament),
        seating_seen=seating_state(tournament).seen,
    )


@require_POST
@director_page
def draw_here(request: Request, tournament: Tournament) -> HttpResponse:
    draw_synchronously(tournament=tournament)
    return redirect("manage_draw", tournament.code)


def show_drawn(request: Request, tournament: Tournament) -> HttpResponse:
    return show(
        request,
        tournament,
        "draws/drawn",
        part="draw",
        seating_seen=seating_state(tournament).seen,
        rounds=seatings(tournament),
        facts=drawn_facts(tournament),
        next=next_round_of(tournament),
        game=game_words(tournament),
        instructions=instructions_of(tournament),
        work=draw_progress(tournament),
        refused=draw_failure_text(tournament),
        State=Tournament.State,
    )


@require_POST
@director_page
def publish(request: Request, tournament: Tournament, after: Callable[..., object]) -> HttpResponse:
    """Publish the seating; ``after`` sends further notifications."""
    done = _("Published. Everybody can see who sits where.")
    if run_with_message(request, if_seating_unchanged(request, tournament, publish_draw), done):
        after(tournament=tournament)
        return redirect("manage_tournament", tournament.code)
    return redirect("manage_draw", tournament.code)


@require_POST
@director_page
def take_back(request: Request, tournament: Tournament) -> HttpResponse:
    run_with_message(
        request,
        if_seating_unchanged(request, tournament, undo_draw),
        _("The draw is taken back. Change the pairs or choose another movement."),
    )
    return redirect("manage_draw", tournament.code)
