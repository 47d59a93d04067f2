from datetime import datetime, timedelta

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.languages import without_language
from tournaments.models import ExtraTime, LogEntry, Tournament
from tournaments.organiser.frames import allow_same_site_framing
from tournaments.organiser.qr_codes import qr_svg
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.podium import podiums_of
from tournaments.public.screens import (
    rankings_on_screens,
    screen_context,
    seats_on_screens,
    stages_on_screens,
)
from tournaments.public.selectors.brackets import bracket_page
from tournaments.public.selectors.frames import PageHeader, page_header
from tournaments.public.selectors.rounds import seats_in
from tournaments.standings.selectors import PublicStandings, standings_of

Values = dict[str, object]


def projector(request: HttpRequest, code: str) -> HttpResponse:
    """Standings and next seats in turn, below the clock."""
    tournament = public_tournament(request, code)
    address = request.build_absolute_uri(without_language(tournament.get_absolute_url()))
    response = live_page(
        request,
        tournament,
        "tournaments/public/screen.html",
        lambda: screen_values(tournament, address),
        kind=address,
        title=tournament.name,
        frame="tournaments/public/projector.html",
    )
    return response if tournament.rehearses_id is None else allow_same_site_framing(response)


def screen_values(tournament: Tournament, address: str) -> Values:
    """Screen context: final standings, or current ones and the next seats."""
    frame = page_header(tournament, "projector")
    standings = standings_of(tournament)
    is_final = tournament.state == Tournament.State.FINISHED and standings.is_fresh
    shown = final_values if is_final and standings.lists else running_values
    return {
        "tournament": tournament,
        "frame": frame,
        "standings": standings,
        "address": address.split("://", 1)[-1].rstrip("/"),
        "qr": qr_svg(address),
        "is_final": is_final,
        **shown(tournament, frame, standings),
    }


def running_values(tournament: Tournament, frame: PageHeader, standings: PublicStandings) -> Values:
    clock = frame.clock
    # Next round's seats for tables that have finished; this round's before it begins.
    after = min(clock.round + 1, clock.rounds or clock.round + 1)
    ahead = clock.round if clock.state == "waiting" else after
    seats = seats_in(tournament, ahead) if frame.is_drawn and clock.state != "played" else None
    is_on = clock.state in ("running", "paused")
    now = seats if ahead == clock.round else seats_in(tournament, clock.round) if is_on else None
    hall = screen_context(tournament, standings, now if is_on else None, clock.rounds)
    stages = stages_on_screens(bracket_page(tournament)) if frame.has_brackets else []
    return {
        "stages": stages,
        "rankings": [] if stages else rankings_on_screens(standings, hall),
        "middle": hall.middle,
        "now": now if is_on else None,
        "seats": seats,
        "seat_screens": seats_on_screens(seats),
        "own_times": extended_tables(tournament, clock.round) if clock.deadline else [],
        "more": "".join(f" · {words}" for words in provisional_reasons(standings, clock.state)),
    }


def extended_tables(tournament: Tournament, number: int) -> list[tuple[int, datetime]]:
    """Tables with extra time, and their deadlines."""
    rows = ExtraTime.objects.filter(
        round__tournament=tournament, round__number=number, seconds__gt=0
    )
    rows = rows.select_related("round", "table").order_by("table__number")
    return [
        (row.table.number, row.round.ends_at + timedelta(seconds=row.seconds))
        for row in rows
        if row.round.ends_at is not None
    ]


def provisional_reasons(standings: PublicStandings, state: str) -> list[str]:
    """Reasons why ranks can still change."""
    reasons = [_("provisional")] if state == "played" else []
    return reasons if standings.is_fresh else [*reasons, _("being recomputed")]


def final_values(tournament: Tournament, _frame: PageHeader, standings: PublicStandings) -> Values:
    """Final standings, their state, and the club's next event."""
    return {
        "podiums": podiums_of(standings),
        "confirmed_at": finished_at(tournament),
        "next_time": next_tournament(tournament),
    }


def finished_at(tournament: Tournament) -> datetime | None:
    log_entries = LogEntry.objects.filter(tournament=tournament, action="tournament_finished")
    return log_entries.order_by("-pk").values_list("at", flat=True).first()


def next_tournament(tournament: Tournament) -> Tournament | None:
    now = timezone.localtime()
    coming = Tournament.objects.filter(
        club=tournament.club_id,
        is_public=True,
        state=Tournament.State.ENTRY,
        follows=None,
    ).filter(Q(date__gt=now.date()) | Q(date=now.date(), start_time__gt=now.time()))
    return coming.order_by("date", "start_time", "pk").first()
