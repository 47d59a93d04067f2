from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.errors import RuleViolationError
from games.models import Practice
from games.practice.forms import PracticeForm
from games.practice.selectors import ladder, table_of_practice
from games.practice.services import MAX_MOVE_LENGTH, play_move, retry_expert_moves, start_practice
from games.practice.texts import RUNG_WORDS, rung_name
from games.rulebook import rules_name
from games.visitors.sessions import ensure_visitor_key, is_creator, visitor_key


@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    bound = request.method == "POST"
    form = PracticeForm(request.POST if bound else None)
    if bound and form.is_valid():
        new_practice = start_practice(
            rung=form.cleaned_data["rung"],
            preset=form.cleaned_data["rules"],
            person=request.user,
            visitor=ensure_visitor_key(request),
        )
        return redirect("practice_table", new_practice.share)
    steps = [(step, *RUNG_WORDS[step.rung]) for step in ladder()]
    context = {"form": form, "steps": steps, "nav": "practice"}
    status = 422 if bound else 200
    return render(request, "games/practice/practice.html", context, status=status)


@never_cache
def practice_table(request: HttpRequest, share: str) -> HttpResponse:
    """The player's own table; POST makes a move, htmx requests get only the table."""
    practice_row = get_object_or_404(Practice, share=share)
    # Only the player can see the table.
    if not is_creator(practice_row, request.user, visitor_key(request)):
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            practice_row = apply_posted_move(practice_row, request.POST)
        except RuleViolationError as error:
            refused = str(error)
    alone = "HX-Request" in request.headers
    if request.method == "POST" and not alone and not refused:
        # Submitted by keyboard before the scripts loaded: keep keyboard focus.
        return redirect(f"{reverse('practice_table', args=[share])}?moved=1")
    table = table_of_practice(practice_row)
    context: dict[str, Any] = {
        "table": table,
        "rung": rung_name(table.rung),
        "rules": rules_name(table.variant.preset),
        "moved": alone or "moved" in request.GET,
        "sweeps": alone and not refused and table.state in {"play", "over"},
        "refused": refused,
        "nav": "practice",
    }
    template = "games/practice/_table.html" if alone else "games/practice/table.html"
    status = 422 if refused and not alone else 200
    return render(request, template, context, status=status)


def apply_posted_move(practice: Practice, sent: QueryDict) -> Practice:
    if "again" in sent:
        retry_expert_moves(practice=practice)
        return practice
    at = sent.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else -1
    return play_move(practice=practice, at=number, code=sent.get("move", "")[:MAX_MOVE_LENGTH])
