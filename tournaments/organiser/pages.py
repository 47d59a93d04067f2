"""Common layout and tabs of tournament pages."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import FeePlan, StoredArchive, Tournament
from tournaments.organiser.access import Request
from tournaments.organiser.conflicts import CONFLICT_STATUS, conflicting_form
from tournaments.organiser.forms import VersionedForm
from tournaments.organiser.helper_sessions import Helper
from tournaments.state.concurrency import run_if_unchanged
from tournaments.state.formats import entrants_word

State = Tournament.State


def show(
    request: Request,
    tournament: Tournament,
    name: str,
    *,
    part: str = "",
    status: int = 200,
    **context: object,
) -> HttpResponse:
    """Render ``tournaments/<name>.html`` with tabs; ``part`` is the active one.

    A form with a version conflict sets status 409 and a notice.
    """
    behind = conflicting_form(context.values())
    frame = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "tabs": tabs_of(tournament, part, getattr(request, "helper", None)),
        "meanwhile": behind,
        "crumbs": [(_("My tournaments"), reverse("manage_home")), (tournament.name, "")],
    }
    status = CONFLICT_STATUS if behind else status
    return render(request, f"tournaments/{name}.html", {**frame, **context}, status=status)


def show_form(
    request: Request, name: str, context: dict[str, object], form: VersionedForm
) -> HttpResponse:
    values = {"meanwhile": form if form.conflict else None, **context}
    status = CONFLICT_STATUS if form.conflict else 200
    return render(request, f"tournaments/{name}.html", values, status=status)


def tabs_of(
    tournament: Tournament, part: str, helper: Helper | None = None
) -> list[dict[str, object]]:
    """Tabs for the tournament's state and, for a helper, its permissions."""
    drawn = tournament.state != State.ENTRY
    begun = tournament.state in {State.PLAYING, State.FINISHED}
    is_dealt = drawn and tournament.cards == Tournament.Cards.BOARDS
    dealt = tournament.cards == Tournament.Cards.BOARDS
    staged = tournament.state == State.FINISHED or tournament.follows_id is not None
    takes_money = FeePlan.objects.filter(tournament=tournament.pk).exists()
    # Undoing a draw leaves an archive.
    has_archives = not begun and StoredArchive.objects.filter(tournament=tournament).exists()
    cash = pgettext("tab", "Entry and cash") if takes_money else pgettext("tab", "Entry")
    parts = [
        ("console", pgettext("tab", "Console"), "manage_tournament", begun),
        ("cash", cash, "manage_entry", True),
        ("clock", pgettext("tab", "Clock"), "manage_clock", helper is not None),
        ("dealing", pgettext("tab", "Boards by hand"), "manage_dealing", is_dealt and bool(helper)),
        ("scorer", pgettext("tab", "Scorer"), "manage_scorer", begun),
        ("teams", entrants_word(tournament.unit), "manage_teams", True),
        ("draw", pgettext("tab", "Draw"), "manage_draw", True),
        ("boards", pgettext("tab", "Boards"), "manage_boards", begun and dealt),
        ("stages", pgettext("tab", "Stages"), "manage_stages", staged),
        ("print", pgettext("tab", "Print"), "manage_print", drawn),
        ("rulings", pgettext("tab", "Rulings"), "manage_rulings", begun),
        ("helpers", pgettext("tab", "Helpers"), "manage_helpers", True),
        ("places", pgettext("tab", "Hall"), "manage_places", True),
        ("log", pgettext("tab", "Log"), "manage_log", True),
        ("files", pgettext("tab", "Files"), "manage_files", begun or has_archives),
        ("rules", pgettext("tab", "Rules"), "manage_rules", True),
        ("scoring", pgettext("tab", "Scoring"), "manage_scoring", True),
        ("settings", pgettext("tab", "Settings"), "manage_settings", True),
    ]
    return [
        {"word": word, "url": reverse(url, args=[tournament.code]), "current": key == part}
        for key, word, url, shown in parts
        if shown and (helper is None or has_access_to(helper, url, tournament))
    ]


def has_access_to(helper: Helper, name: str, tournament: Tournament) -> bool:
    view = resolve(reverse(name, args=[tournament.code])).func
    return helper.may(getattr(view, "permission", ""))


def number_in(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 5 else None


def console_url(request: HttpRequest, tournament: Tournament) -> str:
    """The referring console URL with its filters, else the console."""
    home = reverse("manage_tournament", args=[tournament.code])
    came_from = request.META.get("HTTP_REFERER", "")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}) and home in came_from:
        return str(came_from)
    return home


def if_seating_unchanged(
    request: Request, tournament: Tournament, service: Callable[..., object], **values: object
) -> Callable[[], object]:
    """The service as a call that checks the posted version token of the seating."""
    return partial(
        run_if_unchanged,
        tournament=tournament,
        seen=request.POST.get("seen"),
        deed=partial(service, tournament=tournament, actor=request.user, **values),
    )
