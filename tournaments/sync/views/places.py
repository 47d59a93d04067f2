"""Director's page of a sync link: pair, status, move, decide."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.models import Difference, Line, Result, Tournament
from tournaments.organiser.access import Request, attempt, director_page, posted_text
from tournaments.organiser.pages import number_in, show
from tournaments.organiser.qr_codes import absolute
from tournaments.sync.secrets import readable_code
from tournaments.sync.selectors import line_now, line_of, open_differences, sides_of
from tournaments.sync.services.conflicts import decide_result, leave_out, take_in
from tournaments.sync.services.pairing import end_line, offer_line
from tournaments.sync.services.transfers import ask_to_move, choose_evening, stop_moving, take_over
from tournaments.sync.texts import trouble_in_words

Deed = Callable[[], object]


@director_page
def places(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        return press(request, tournament)
    return show_places(request, tournament)


def show_places(request: Request, tournament: Tournament, code: str = "") -> HttpResponse:
    """The page; a new code is shown only now."""
    line = line_of(tournament)
    paired = line is not None and line.paired_at is not None
    return show(
        request,
        tournament,
        "sync/places",
        part="places",
        code=readable_code(code) if code else "",
        server=absolute(request, "/").rstrip("/"),
        line=line if paired else None,
        now=line_now(line) if line and paired else None,
        trouble=trouble_in_words(line.trouble) if line else "",
        differences=[(each, sides_of(each)) for each in open_differences(line)] if line else [],
        is_hall=settings.HALL,
    )


def press(request: Request, tournament: Tournament) -> HttpResponse:
    what = posted_text(request, "do")
    if what == "offer":
        offers: list[str] = []
        if attempt(request, lambda: offers.append(new_code(request, tournament))):
            return show_places(request, tournament, offers[0])
        return redirect("manage_places", tournament.code)
    line = line_of(tournament)
    deed = action_of(request, line, what) if line else None
    if deed is not None:
        attempt(request, deed, _("Done."))
    return redirect("manage_places", tournament.code)


def new_code(request: Request, tournament: Tournament) -> str:
    return offer_line(tournament=tournament, actor=request.user).code


def action_of(request: Request, line: Line, what: str) -> Deed | None:
    actor = request.user
    deeds: dict[str, Deed] = {
        "to-server": lambda: ask_to_move(line=line, to="server", actor=actor),
        "to-hall": lambda: ask_to_move(line=line, to="hall", actor=actor),
        "stay": lambda: stop_moving(line=line, actor=actor),
        "take-over": lambda: take_over(line=line, actor=actor),
        "choose-server": lambda: choose_evening(line=line, place="server", actor=actor),
        "choose-hall": lambda: choose_evening(line=line, place="hall", actor=actor),
        "end": lambda: end_line(line=line, actor=actor),
    }
    return deeds.get(what) or decision_of(request, line, what)


def decision_of(request: Request, line: Line, what: str) -> Deed | None:
    if what not in {"take-in", "leave-out", "result"}:
        return None
    number = request.POST.get("difference", "")
    pk = int(number) if number.isdecimal() and len(number) < 16 else 0
    difference = get_object_or_404(Difference, pk=pk, line=line)
    if what == "result":
        version = number_in(request.POST.get("version")) or 0
        result = get_object_or_404(Result, play=difference.play_id or 0, version=version)
        return lambda: decide_result(difference=difference, result=result, actor=request.user)
    service = take_in if what == "take-in" else leave_out
    return lambda: service(difference=difference, actor=request.user)
