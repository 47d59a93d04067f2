"""Stored deals, looked at call by call and card by card."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from games.belot import to_text
from games.examples import EXAMPLE
from games.models import Record
from games.owners import Origin, origin_of
from games.record_form import RecordForm
from games.rulebook import preset_of, rules_name
from games.selectors.replay import replay_of
from games.selectors.replay_page import page_of, script_data
from games.services.records import keep_record

View = Callable[[HttpRequest, Record, Origin], HttpResponse]


def visible(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page of a record that its owner lets this visitor see; otherwise it says "not yet"."""

    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def guarded(request: HttpRequest, share: str) -> HttpResponse:
        record = get_object_or_404(Record, share=share)
        origin = origin_of(record, request.user)
        if not origin.is_visible:
            return render(request, "games/replay_not_yet.html", {"origin": origin}, status=404)
        return view(request, record, origin)

    return guarded


@visible
def replay(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    """The table after ``?step=``; a script steps through without asking again."""
    shown = replay_of(record.record)
    context = {
        "record": record,
        "origin": origin,
        "page": page_of(shown, number_in(request.GET.get("step", ""))),
        "data": script_data(shown),
        "rules": rules_name(shown.variant),
        "preset": preset_of(shown.variant),
        "has_house_rules": not isinstance(shown.variant, str),
        "notation": to_text(record.record),
        "address": request.build_absolute_uri(reverse("replay", args=[record.share])),
        "nav": "replay",
    }
    return render(request, "games/replay.html", context)


@visible
def replay_text(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    """The record in text notation, as a file."""
    response = HttpResponse(to_text(record.record), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{record.share}.txt"'
    return response


@visible
def replay_json(request: HttpRequest, record: Record, origin: Origin) -> HttpResponse:
    """The record as JSON (``docs/deal-record.md``), as a file."""
    response = JsonResponse(record.record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{record.share}.json"'
    return response


def replay_new(request: HttpRequest) -> HttpResponse:
    """Paste or upload a deal; it is checked, stored and gets an address."""
    first = {"text": EXAMPLE} if "example" in request.GET else None
    form = RecordForm(request.POST or None, request.FILES or None, initial=first)
    if request.method == "POST" and form.is_valid():
        return redirect("replay", keep_record(form.record).share)
    status = 422 if form.is_bound else 200
    context = {"form": form, "example": EXAMPLE, "nav": "replay"}
    return render(request, "games/replay_new.html", context, status=status)


def number_in(text: str) -> int:
    """A step number from an address; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
