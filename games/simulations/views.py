import csv
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.belot import Level
from games.errors import RuleViolationError
from games.models import Record, Simulation
from games.simulations.forms import SimulationForm
from games.simulations.questions import question_of_record
from games.simulations.selectors.bids import announced_bid_counts, bid_words
from games.simulations.selectors.compared import compare_two
from games.simulations.selectors.page import answer_of, describe_question, form_values
from games.simulations.selectors.progress import progress_of, recent_of, tally_of
from games.simulations.services import (
    can_control,
    resume_simulation,
    start_simulation,
    stop_simulation,
)
from games.visitors import limits
from games.visitors.owners import origin_of
from games.visitors.sessions import ensure_visitor_key, visitor_key
from games.wording import texts as wording
from games.wording.levels import level_name


@never_cache
def simulations(request: HttpRequest) -> HttpResponse:
    bound = request.method == "POST"
    form = SimulationForm(request.POST if bound else None, initial=initial_values(request))
    if bound and form.is_valid() and form.question is not None:
        try:
            simulation = start_simulation(
                question=form.question,
                count=form.cleaned_data["count"],
                seed=form.cleaned_data["seed"],
                person=request.user,
                visitor=ensure_visitor_key(request),
            )
        except RuleViolationError as refused:
            form.add_service_error(refused)
        else:
            return redirect("simulation", simulation.share)
    context = {
        "form": form,
        "suits": [[suit + rank for rank in wording.RANKS_HIGH_TO_LOW] for suit in "SHCD"],
        "limits": limit_words(request.user.is_authenticated),
        "recent": [
            {"simulation": each, "asked": describe_question(each.question)}
            for each in recent_of(request.user, visitor_key(request))
        ],
    }
    return render(
        request, "games/simulations/simulations.html", context, status=422 if bound else 200
    )


def limit_words(signed_in: bool) -> list[str]:
    most = {level: limits.MAX_DEALS[level][signed_in] for level in Level}
    words = _("At most %(n)s deals.") % {
        "n": number_format(max(most.values()), force_grouping=True)
    }
    slow = [level for level in most if most[level] < max(most.values())]
    lines = [words] + [
        _("With a player %(level)s: %(n)s.")
        % {"level": level_name(level), "n": number_format(most[level], force_grouping=True)}
        for level in slow
    ]
    return lines if signed_in else [*lines, _("Sign in to ask for more.")]


def initial_values(request: HttpRequest) -> dict[str, object]:
    values: dict[str, Any] = request.GET.dict()
    if share := values.get("like"):
        earlier = Simulation.objects.filter(share=share).first()
        return form_values(earlier.question, earlier.count) if earlier else values
    if share := values.get("record"):
        record = Record.objects.filter(share=share).first()
        if record and origin_of(record, request.user).is_public:
            question = question_of_record(record.record)
            return form_values(question, 1000) if question else values
    return values


@never_cache
@require_safe
def simulation(request: HttpRequest, share: str) -> HttpResponse:
    """The answer so far; an open page polls every second."""
    simulation_row = get_object_or_404(Simulation, share=share)
    tally = tally_of(simulation_row)
    context = {
        "simulation": simulation_row,
        "asked": describe_question(simulation_row.question),
        "progress": progress_of(simulation_row),
        "answer": answer_of(simulation_row.question, tally) if tally.deals else None,
        "may_steer": can_control(simulation_row, request.user, visitor_key(request)),
        "address": request.build_absolute_uri(),
        "others": [
            {"simulation": each, "asked": describe_question(each.question)}
            for each in recent_of(request.user, visitor_key(request))
            if each.share != share
        ],
    }
    alone = "HX-Request" in request.headers
    template = (
        "games/simulations/_simulation.html" if alone else "games/simulations/simulation.html"
    )
    return render(request, template, context)


@never_cache
@require_safe
def simulation_with(request: HttpRequest, share: str, other: str) -> HttpResponse:
    first, second = (get_object_or_404(Simulation, share=each) for each in (share, other))
    tallies = tally_of(first), tally_of(second)
    if not all(tally.deals for tally in tallies):
        return redirect("simulation", share)
    compared = compare_two((first, tallies[0]), (second, tallies[1]))
    return render(request, "games/simulations/compared.html", {"compared": compared})


@require_safe
def simulation_csv(request: HttpRequest, share: str) -> HttpResponse:
    simulation_row = get_object_or_404(Simulation, share=share)
    rows = sorted(tally_of(simulation_row).nets.items())
    return csv_file(simulation_row.share, [_("North–South minus East–West"), _("Deals")], rows)


@require_safe
def simulation_bids_csv(request: HttpRequest, share: str) -> HttpResponse:
    simulation_row = get_object_or_404(Simulation, share=share)
    bid_table = announced_bid_counts(simulation_row.question, tally_of(simulation_row))
    if bid_table is None:
        raise Http404
    titles = [_("Contract"), _("Side"), _("Deals"), _("Bid"), _("Deals in which it is made")]
    rows = [
        (line.contract, line.side, line.deals, bid_words(bid), count)
        for line in bid_table.lines
        for bid, count in zip(bid_table.bids, line.counts, strict=True)
    ]
    return csv_file(f"{simulation_row.share}-bids", titles, rows)


def csv_file(name: str, titles: list[str], rows: Iterable[Iterable[object]]) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(titles)
    writer.writerows(rows)
    return response


@require_POST
def simulation_stop(request: HttpRequest, share: str) -> HttpResponse:
    simulation_row = controllable_simulation(request, share)
    if simulation_row:
        stop_simulation(simulation=simulation_row)
    return redirect("simulation", share)


@require_POST
def simulation_resume(request: HttpRequest, share: str) -> HttpResponse:
    simulation_row = controllable_simulation(request, share)
    if simulation_row:
        resume_simulation(simulation=simulation_row)
    return redirect("simulation", share)


def controllable_simulation(request: HttpRequest, share: str) -> Simulation | None:
    """The simulation if this person can stop it, otherwise None."""
    simulation_row = get_object_or_404(Simulation, share=share)
    return (
        simulation_row if can_control(simulation_row, request.user, visitor_key(request)) else None
    )
