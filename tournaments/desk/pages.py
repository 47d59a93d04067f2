"""The frame that all pages of one tournament share: where it stands and what else there is."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.forms.base import SeenForm
from tournaments.models import Tournament
from tournaments.views.manage.access import Request
from tournaments.views.manage.meanwhile import CHANGED, in_conflict

State = Tournament.State


def show(
    request: Request,
    tournament: Tournament,
    name: str,
    *,
    part: str = "",
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render ``tournaments/manage/<name>.html`` with tabs; ``part`` is the tab that is open.

    A form among the values that was filled in from a state that is gone is said above the page.
    """
    behind = in_conflict(context.values())
    frame = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "tabs": tabs_of(tournament, part),
        "meanwhile": behind,
        "crumbs": [(_("My tournaments"), reverse("manage_home")), (tournament.name, "")],
    }
    status = CHANGED if behind else status
    return render(request, f"tournaments/manage/{name}.html", {**frame, **context}, status=status)


def shown(request: Request, name: str, context: dict[str, Any], form: SeenForm) -> HttpResponse:
    """The same for a page of the club, with its form."""
    values = {"meanwhile": form if form.conflict else None, **context}
    status = CHANGED if form.conflict else 200
    return render(request, f"tournaments/manage/{name}.html", values, status=status)


def tabs_of(tournament: Tournament, part: str) -> list[dict[str, Any]]:
    """The parts that make sense in the tournament's state."""
    drawn = tournament.state != State.ENTRY
    begun = tournament.state in {State.PLAYING, State.FINISHED}
    dealt = tournament.cards == Tournament.Cards.BOARDS
    staged = tournament.state == State.FINISHED or tournament.follows_id is not None
    parts = [
        ("console", pgettext("tab", "Console"), "manage_tournament", begun),
        ("teams", pgettext("tab", "Teams"), "manage_teams", True),
        ("draw", pgettext("tab", "Draw"), "manage_draw", True),
        ("boards", pgettext("tab", "Boards"), "manage_boards", begun and dealt),
        ("stages", pgettext("tab", "Stages"), "manage_stages", staged),
        ("print", pgettext("tab", "Print"), "manage_print", drawn),
        ("rulings", pgettext("tab", "Rulings"), "manage_rulings", begun),
        ("log", pgettext("tab", "Log"), "manage_log", True),
        ("files", pgettext("tab", "Files"), "manage_files", begun),
        ("rules", pgettext("tab", "Rules"), "manage_rules", True),
        ("scoring", pgettext("tab", "Scoring"), "manage_scoring", True),
        ("settings", pgettext("tab", "Settings"), "manage_settings", True),
    ]
    return [
        {"word": word, "url": reverse(url, args=[tournament.code]), "current": key == part}
        for key, word, url, shown in parts
        if shown
    ]
