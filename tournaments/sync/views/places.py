"""Director's page of a sync link: pair, status, move, decide."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.models import Result, SyncConflict, SyncLink, Tournament
from tournaments.organiser.access import Request, director_page, posted_text, run_with_message
from tournaments.organiser.pages import number_in, show
from tournaments.organiser.qr_codes import absolute_url
from tournaments.sync.secrets import format_code
from tournaments.sync.selectors import conflict_versions, link_of, link_status, open_conflicts
from tournaments.sync.services.conflicts import accept_result, reject_result, select_result
from tournaments.sync.services.pairing import end_link, offer_pairing
from tournaments.sync.services.transfers import cancel_move, request_move, resolve_split, take_over
from tournaments.sync.texts import trouble_in_words

Action = Callable[[], object]


@director_page
def places(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        return press(request, tournament)
    return show_places(request, tournament)


def show_places(request: Request, tournament: Tournament, code: str = "") -> HttpResponse:
    """The page; a new code is shown only now."""
    line = link_of(tournament)
    paired = line is not None and line.paired_at is not None
    return show(
        request,
        tournament,
        "sync/places",
        part="places",
        code=format_code(code) if code else "",
        server=absolute_url(request, "/").rstrip("/"),
        line=line if paired else None,
        now=link_status(line) if line and paired else None,
        trouble=trouble_in_words(line.trouble) if line else "",
        differences=[(each, conflict_versions(each)) for each in open_conflicts(line)]
        if line
        else [],
        is_hall=settings.HALL,
    )


def press(request: Request, tournament: Tournament) -> HttpResponse:
    what = posted_text(request, "do")
    if what == "offer":
        offers: list[str] = []
        if run_with_message(request, lambda: offers.append(new_code(request, tournament))):
            return show_places(request, tournament, offers[0])
        return redirect("manage_places", tournament.code)
    line = link_of(tournament)
    deed = action_of(request, line, what) if line else None
    if deed is not None:
        run_with_message(request, deed, _("Done."))
    return redirect("manage_places", tournament.code)


def new_code(request: Request, tournament: Tournament) -> str:
    return offer_pairing(tournament=tournament, actor=request.user).code


def action_of(request: Request, line: SyncLink, what: str) -> Action | None:
    actor = request.user
    deeds: dict[str, Action] = {
        "to-server": lambda: request_move(line=line, to="server", actor=actor),
        "to-hall": lambda: request_move(line=line, to="hall", actor=actor),
        "stay": lambda: cancel_move(line=line, actor=actor),
        "take-over": lambda: take_over(line=line, actor=actor),
        "choose-server": lambda: resolve_split(line=line, place="server", actor=actor),
        "choose-hall": lambda: resolve_split(line=line, place="hall", actor=actor),
        "end": lambda: end_link(line=line, actor=actor),
    }
    return deeds.get(what) or decision_of(request, line, what)


def decision_of(request: Request, line: SyncLink, what: str) -> Action | None:
    if what not in {"take-in", "leave-out", "result"}:
        return None
    number = request.POST.get("difference", "")
    pk = int(number) if number.isdecimal() and len(number) < 16 else 0
    difference = get_object_or_404(SyncConflict, pk=pk, line=line)
    if what == "result":
        version = number_in(request.POST.get("version")) or 0
        result = get_object_or_404(Result, play=difference.play_id or 0, version=version)
        return lambda: select_result(difference=difference, result=result, actor=request.user)
    service = accept_result if what == "take-in" else reject_result
    return lambda: service(difference=difference, actor=request.user)
