"""Play against the computer: who is on the ladder, and one's own table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.errors import Refused
from games.models import Practice
from games.practice.forms import PracticeForm
from games.practice.selectors import ladder, table_of_practice
from games.practice.services import LONGEST_MOVE, play_own, sit_down, think_again
from games.practice.texts import RUNG_WORDS, rung_name
from games.rulebook import rules_name
from games.visitors.sessions import is_maker, known_visitor, visitor_of


@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """The ladder with its figures, and the form that deals a new hand."""
    bound = request.method == "POST"
    form = PracticeForm(request.POST if bound else None)
    if bound and form.is_valid():
        made = sit_down(
            rung=form.cleaned_data["rung"],
            preset=form.cleaned_data["rules"],
            person=request.user,
            visitor=visitor_of(request),
        )
        return redirect("practice_table", made.share)
    steps = [(step, *RUNG_WORDS[step.rung]) for step in ladder()]
    context = {"form": form, "steps": steps, "nav": "practice"}
    status = 422 if bound else 200
    return render(request, "games/practice/practice.html", context, status=status)


@never_cache
def practice_table(request: HttpRequest, share: str) -> HttpResponse:
    """The table of whoever sits at it; POST makes a move, and htmx gets the table alone."""
    found = get_object_or_404(Practice, share=share)
    # Nobody else may look at a table.
    if not is_maker(found, request.user, known_visitor(request)):
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            found = follow(found, request.POST)
        except Refused as error:
            refused = str(error)
    alone = "HX-Request" in request.headers
    if request.method == "POST" and not alone and not refused:
        # Whoever plays by keys and was faster than the scripts goes on by keys.
        return redirect(f"{reverse('practice_table', args=[share])}?moved=1")
    table = table_of_practice(found)
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


def follow(practice: Practice, sent: QueryDict) -> Practice:
    """The practice after what a person has sent: a move, or the wish to have an expert go on."""
    if "again" in sent:
        think_again(practice=practice)
        return practice
    at = sent.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else -1
    return play_own(practice=practice, at=number, code=sent.get("move", "")[:LONGEST_MOVE])
