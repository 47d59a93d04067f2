"""Console actions other than the clock; each is a POST that redirects back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.console.selectors.console import console_of
from tournaments.console.selectors.messages import addressees
from tournaments.console.services.messages import send_message
from tournaments.console.services.table_time import add_table_minutes
from tournaments.console.services.undo import undo_step
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, posted_text, run_with_message
from tournaments.organiser.pages import console_url, number_in
from tournaments.results.pages import play_or_404
from tournaments.results.services.decisions import confirm_version

MAX_TABLE_MINUTES = 30


@require_POST
@director_page
def select_version(request: Request, tournament: Tournament, play_id: int) -> HttpResponse:
    """Select a version of a result: ``version-token``, optionally with a reason."""
    play = play_or_404(tournament, play_id)
    version, _dash, token = posted_text(request, "which").partition("-")
    run_with_message(
        request,
        lambda: confirm_version(
            play_id=play.pk,
            version=number_in(version) or 0,
            reason=posted_text(request, "reason") or posted_text(request, "chip"),
            late="late" in request.POST,
            seen=token or None,
            actor=request.user,
        ),
        _("Table %(table)d, board %(board)d: resolved.")
        % {"table": play.sitting.table.number, "board": play.board.number},
    )
    return redirect(console_url(request, tournament))


@require_POST
@director_page
def table_time(request: Request, tournament: Tournament) -> HttpResponse:
    """Give one table extra time: ``table-minutes``."""
    number, _dash, minutes = posted_text(request, "more").partition("-")
    table = get_object_or_404(tournament.tables, number=number_in(number) or 0)
    extra_minutes = number_in(minutes) or 0
    running = tournament.rounds.filter(started_at__isnull=False).order_by("-number").first()
    if running is None or not 0 < extra_minutes <= MAX_TABLE_MINUTES:
        messages.error(request, _("No round is running."))
    else:
        run_with_message(
            request,
            lambda: add_table_minutes(
                current=running, table=table, minutes=extra_minutes, actor=request.user
            ),
            ngettext(
                "Table %(table)d gets %(minutes)d minute more.",
                "Table %(table)d gets %(minutes)d minutes more.",
                extra_minutes,
            )
            % {"table": table.number, "minutes": extra_minutes},
        )
    return redirect(console_url(request, tournament))


@require_POST
@director_page
def message(request: Request, tournament: Tournament) -> HttpResponse:
    """Send a message; ``to`` is a group or table number, ``ready`` is ``to-text``."""
    text = posted_text(request, "text")
    to = posted_text(request, "to")
    if ready := posted_text(request, "ready"):
        to, _dash, text = ready.partition("-")
    tables = recipient_tables(tournament, to)
    run_with_message(
        request,
        lambda: send_message(tournament=tournament, tables=tables, text=text, actor=request.user),
        ngettext("Sent to %d table.", "Sent to %d tables.", len(tables)) % len(tables),
    )
    return redirect(console_url(request, tournament))


def recipient_tables(tournament: Tournament, to: str) -> list[int]:
    """Table numbers of a group or a single number; empty for anything else."""
    room = console_of(tournament)
    if room is None:
        return []
    number = number_in(to)
    groups = addressees(room, number)
    return list(groups.get("table" if number else to, []))


@require_POST
@director_page
def undo(request: Request, tournament: Tournament) -> HttpResponse:
    step = posted_text(request, "step")
    number = int(step) if step.isdecimal() and len(step) < 18 else 0
    run_with_message(
        request,
        lambda: undo_step(tournament=tournament, step=number, actor=request.user),
        _("Taken back."),
    )
    return redirect(console_url(request, tournament))
