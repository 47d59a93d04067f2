"""Shared page for changes: form, preview, confirmation, undo link."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.changes.forms.base import ChangeForm
from tournaments.changes.options import alternatives
from tournaments.changes.registry import ChangeKind, FormFactory
from tournaments.changes.services.preview import Preview, preview_of
from tournaments.clubs.names import without_contacts
from tournaments.clubs.selectors import unknown_but_near
from tournaments.entries.fields import people_in
from tournaments.errors import RuleViolationError
from tournaments.events.log_texts import ACTIONS, sentence
from tournaments.models import Change, Tournament
from tournaments.organiser.access import Request
from tournaments.organiser.forms import Data, FieldDifference
from tournaments.organiser.pages import show
from tournaments.state.concurrency import change_if_unchanged
from tournaments.state.version_tokens import last_seating_entry, seating_state

SimilarName = tuple[str, list[str], str | None]
"""A name, similar known players, the chosen one."""
UNPREFILLED_FIELDS = ("players", "comes")
"""Empty until the user fills them: no error before the first submit."""


def change_page(
    request: Request,
    tournament: Tournament,
    make: FormFactory,
    act: Callable[..., Change],
    *,
    title: str,
    lead: str,
    verb: str,
    back: str,
    where: str = "",
    part: str = "console",
    **fixed: object,
) -> HttpResponse:
    """Show a change form with preview and apply it once confirmed.

    ``fixed`` are further arguments of the service, ``where`` is a table or pair. On GET, the
    form's initial values are previewed.
    """
    posted = request.method == "POST"
    make = with_version_token(tournament, make)
    form = make(request.POST if posted else initial_data(request, make(None)))
    whole = form.is_valid()
    near = similar_names(tournament, form) if whole else []
    preview, problem = None, None
    values = {**form.service_values(), **fixed, "actor": request.user} if whole else {}
    values.pop("seen", None)
    if whole and request.POST.get("do") == "do":
        try:
            change = apply_if_unchanged(request, tournament, form, lambda: act(**values))
            return go_back(request, tournament, change, back)
        except RuleViolationError as refusal:
            problem = refusal
        if has_seat_conflict(tournament, form, problem, title):
            preview, problem = preview_or_error(tournament, lambda: act(**values))
    elif whole:
        preview, problem = preview_or_error(tournament, lambda: act(**values))
        if problem and not posted and problem.field in UNPREFILLED_FIELDS:
            problem = None
    context: dict[str, Any] = {
        "found": preview, "problem": problem, "verb": verb, "is_asked": posted, "back": back,
        "form": form if posted or whole or request.GET else make(None),
        "title": title, "ways": alternatives(tournament, form, problem),
        "said": summary_of(preview, title), "near": near,
    }  # fmt: skip
    if not posted and not preview:
        focus_first(context["form"])
    if request.headers.get("HX-Request"):
        context["tournament"] = tournament
        return render(request, "tournaments/changes/what_if.html", context)
    return show(
        request,
        tournament,
        "changes/change",
        part=part,
        lead=lead,
        where=where,
        **context,
    )


def similar_names(tournament: Tournament, form: ChangeForm) -> list[SimilarName]:
    """Names in the form similar to known players, with the choices."""
    names = [clean_name(without_contacts(name)) for name in form.players_named()]
    answers = people_in(form.data)
    near = unknown_but_near(tournament.club, [name for name in names if name])
    return [(name, known, answers.get(name)) for name, known in near.items()]


def focus_first(form: ChangeForm) -> None:
    """Autofocus the first field if there is nothing to preview."""
    form.visible_fields()[0].field.widget.attrs["autofocus"] = True


def initial_data(request: Request, form: ChangeForm) -> dict[str, object]:
    """Initial values, overridden by the query string."""
    params = {name: request.GET[name] for name in form.fields if name in request.GET}
    return {**form.initial_values(), **params}


def summary_of(found: Preview | None, title: str) -> str:
    """Sentence describing the previewed change, as in the log; else the title."""
    change = found.made if found else None
    if not isinstance(change, Change) or "reason" in str(ACTIONS.get(change.action, "reason")):
        return title
    return sentence(change.action, change.details)


def change_page_for(
    request: Request, tournament: Tournament, deed: ChangeKind, concerned: object, **frame: str
) -> HttpResponse:
    """Page for one kind of change to an object."""
    return change_page(
        request,
        tournament,
        deed.form(concerned),
        partial(deed.service, **deed.fixed(concerned)),
        title=str(deed.title),
        lead=str((tournament.is_open_play and deed.lead_of_games) or deed.lead),
        verb=str(deed.verb),
        **frame,
    )


def with_version_token(tournament: Tournament, make: FormFactory) -> FormFactory:
    """Wrap the form factory to add the current seating's version token."""
    version_token = seating_state(tournament).seen

    def make_form(data: Data) -> ChangeForm:
        form = make(data)
        form.fields["seen"].initial = version_token
        return form

    return make_form


def apply_if_unchanged(
    request: Request, tournament: Tournament, form: ChangeForm, change: Callable[[], Change]
) -> Change:
    """Apply the change once, if the seating has the form's version token."""
    answers = {name: request.POST.getlist(name) for name in form.fields if name != "seen"}
    return change_if_unchanged(
        tournament=tournament,
        seen=form.cleaned_data["seen"],
        wish=[request.path, answers],
        change=change,
    )


def has_seat_conflict(
    tournament: Tournament, form: ChangeForm, problem: RuleViolationError, title: str
) -> bool:
    """Whether the error is a conflict over seats; adds the differences to the form."""
    form.add_refusal(problem)
    if form.conflict is None:
        return False
    last = last_seating_entry(tournament)
    words = sentence(last.action, last.details) if last else "–"
    form.differences = [FieldDifference(_("Seats"), words, title)]
    return True


def preview_or_error(
    tournament: Tournament, change: Callable[[], object]
) -> tuple[Preview | None, RuleViolationError | None]:
    """A preview, or the error that prevents the change."""
    try:
        return preview_of(tournament, change), None
    except RuleViolationError as refusal:
        return None, refusal


def go_back(request: Request, tournament: Tournament, change: Change, back: str) -> HttpResponse:
    undo = reverse("manage_changes", args=[tournament.code])
    words = format_html(
        '{} <a href="{}#change-{}">{}</a>', _("Done."), undo, change.pk, _("Undo this")
    )
    messages.success(request, words)
    return redirect(back)
