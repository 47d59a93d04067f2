"""The frame that all pages of one tournament share: where it stands and what else there is."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Tournament
from tournaments.views.manage.access import Request

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
    """Render ``tournaments/manage/<name>.html`` with tabs; ``part`` is the tab that is open."""
    frame = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "tabs": tabs_of(tournament, part),
        "crumbs": [(_("My tournaments"), reverse("manage_home")), (tournament.name, "")],
    }
    return render(request, f"tournaments/manage/{name}.html", {**frame, **context}, status=status)


def tabs_of(tournament: Tournament, part: str) -> list[dict[str, Any]]:
    """The parts that make sense in the tournament's state."""
    drawn = tournament.state != State.ENTRY
    begun = tournament.state in {State.PLAYING, State.FINISHED}
    staged = tournament.state == State.FINISHED or tournament.follows_id is not None
    parts = [
        ("console", pgettext("tab", "Console"), "manage_tournament", begun),
        ("teams", pgettext("tab", "Teams"), "manage_teams", True),
        ("draw", pgettext("tab", "Draw"), "manage_draw", True),
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
