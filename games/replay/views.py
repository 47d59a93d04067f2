from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control

from games.belot import changed_values, to_text
from games.models import Record
from games.replay.examples import EXAMPLE
from games.replay.forms import RecordForm
from games.replay.jobs import enqueue_cost_search
from games.replay.selectors.costs import Costs, costs_of
from games.replay.selectors.page import page_of, script_data
from games.replay.selectors.replay import Replay, replay_of
from games.replay.selectors.trials import trial_data, trial_in
from games.replay.services import store_record
from games.rulebook import rules_name
from games.visitors.owners import Origin, origin_of

View = Callable[[HttpRequest, Record, Origin], HttpResponse]


def require_visible(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorate a record page: show it if its owner permits this visitor, otherwise "not yet".

    No shared cache stores it: a tournament can be reopened, which hides its boards.
    """

    @wraps(view)
    def guard(request: HttpRequest, share: str) -> HttpResponse:
        record = get_object_or_404(Record, share=share)
        origin = origin_of(record, request.user)
        if not origin.is_visible:
            template = "games/replay/replay_not_yet.html"
            response = render(request, template, {"origin": origin}, status=404)
        else:
            response = view(request, record, origin)
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return guard


@require_visible
def replay(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    """The table after ``?step=``; a script then steps without further requests."""
    shown = replay_of(record.record)
    costs = public_costs(record, origin, shown)
    trial = trial_in(record.record) if origin.is_public else None
    context = {
        "record": record,
        "origin": origin,
        "page": page_of(shown, parse_step(request.GET.get("step", "")), costs),
        "data": script_data(shown),
        "trial": trial_data(trial, shown.seats) if trial else None,
        "rules": rules_name(shown.variant.preset),
        "preset": shown.variant.preset,
        "has_house_rules": bool(changed_values(shown.variant)),
        "notation": to_text(record.record),
        "address": request.build_absolute_uri(reverse("replay", args=[record.share])),
        "nav": "replay",
    }
    return render(request, "games/replay/replay.html", context)


def public_costs(record: Record, origin: Origin, shown: Replay) -> Costs | None:
    """Costs of a public deal; the search for a tournament's deal starts automatically."""
    if not origin.is_public:
        return None
    costs = costs_of(record, shown)
    if costs is not None and costs.state == "none" and record.deal_id is not None:
        enqueue_cost_search(record)
        return costs_of(record, shown)
    return costs


@require_visible
def replay_costs(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    shown = replay_of(record.record)
    costs = public_costs(record, origin, shown)
    if costs is None:
        raise Http404
    step = parse_step(request.POST.get("step", ""))
    if request.method == "POST":
        if costs.state in {"none", "failed"}:
            enqueue_cost_search(record)
        return redirect(f"{reverse('replay', args=[record.share])}{f'?step={step}' * bool(step)}")
    context = {"record": record, "page": page_of(shown, step, costs)}
    response = render(request, "games/replay/_replay_costs.html", context)
    if costs.state == "done":
        response["HX-Refresh"] = "true"
    return response


@require_visible
def replay_text(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    response = HttpResponse(to_text(record.record), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{record.share}.txt"'
    return response


@require_visible
def replay_json(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    response = JsonResponse(record.record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{record.share}.json"'
    return response


def replay_new(request: HttpRequest) -> HttpResponse:
    first: dict[str, object] | None = {"text": EXAMPLE} if "example" in request.GET else None
    form = RecordForm(request.POST or None, request.FILES or None, initial=first)
    if request.method == "POST" and form.is_valid():
        return redirect("replay", store_record(form.record).share)
    status = 422 if form.is_bound else 200
    context = {"form": form, "example": EXAMPLE, "nav": "replay"}
    return render(request, "games/replay/replay_new.html", context, status=status)


def parse_step(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
