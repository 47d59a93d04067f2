"""The big screen in the hall."""

import segno
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Tournament
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.screens import rankings_on_screens, seats_on_screens
from tournaments.public.selectors.frames import frame_of
from tournaments.public.selectors.rounds import seats_in
from tournaments.ranking.selectors import standings_of


def projector(request: HttpRequest, code: str) -> HttpResponse:
    """Standings and next seats in turn, with the clock above them."""
    tournament = public_tournament(request, code)
    address = request.build_absolute_uri(tournament.get_absolute_url())
    return live_page(
        request,
        tournament,
        "tournaments/public/screen.html",
        lambda: screen_values(tournament, address),
        kind=address,
        title=tournament.name,
        frame="tournaments/public/projector.html",
    )


def screen_values(tournament: Tournament, address: str) -> dict[str, object]:
    """The values that the screen shows in turn."""
    frame = frame_of(tournament, "projector")
    standings = standings_of(tournament)
    clock = frame.clock
    # The next round's seats help those who have finished; before it begins, this round's.
    ahead = clock.round if clock.state == "waiting" else min(clock.round + 1, clock.rounds)
    seats = seats_in(tournament, ahead) if frame.is_drawn and clock.state != "played" else None
    return {
        "tournament": tournament,
        "frame": frame,
        "standings": standings,
        "rankings": rankings_on_screens(standings),
        "seats": seats,
        "seat_screens": seats_on_screens(seats),
        "address": address.split("://", 1)[-1].rstrip("/"),
        "qr": qr_code(address),
        "is_final": tournament.state == Tournament.State.FINISHED and standings.is_fresh,
    }


def qr_code(address: str) -> SafeString:
    """The address as an inline SVG, dark on light, to be read from far away."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=1, border=2, dark="#000", light="#fff", omitsize=True)
    return mark_safe(drawn)
