"""Embeddable pages: for iframes and stream overlays.

Only these pages can be framed by other sites; they contain nothing but links that leave
the frame.
"""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.site.selectors.calendar import calendar_of
from tournaments.site.selectors.news import last_win_of
from tournaments.site.views.follow import listed_club
from tournaments.standings.selectors import RankingList, standings_of

THEMES: Final = ("auto", "light", "dark")
DEFAULT_ROWS: Final = 10
MAX_ROWS: Final = 100
MAX_OVERLAY_ROWS: Final = 10
SIDES: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class EmbedOptions:
    theme: str
    rows: int

    @property
    def scheme(self) -> str:
        return "light dark" if self.theme == "auto" else self.theme


def embed_options(
    request: HttpRequest, most: int = MAX_ROWS, usual: int = DEFAULT_ROWS
) -> EmbedOptions:
    """Parse ``theme`` and ``rows`` (at least one row)."""
    theme = request.GET.get("theme", "")
    rows = request.GET.get("rows", "")
    row_count = int(rows[:4]) if rows.isdecimal() and rows.isascii() else usual
    return EmbedOptions(theme if theme in THEMES else THEMES[0], min(max(row_count, 1), most))


def standings(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    wish = embed_options(request)
    return allow_framing(
        live_page(
            request,
            tournament,
            "tournaments/embed/_standings.html",
            lambda: standings_values(tournament, wish.rows),
            kind=f"embed {wish.rows}",
            frame="tournaments/embed/standings.html",
            around={"wish": wish},
        )
    )


def standings_values(tournament: Tournament, rows: int) -> dict[str, object]:
    shown_standings = standings_of(tournament)
    return {
        "tournament": tournament,
        "frame": page_header(tournament, "standings"),
        "standings": shown_standings,
        "lists": [RankingList(each.section, each.lines[:rows]) for each in shown_standings.lists],
    }


def calendar(request: HttpRequest, club_id: int) -> HttpResponse:
    club = listed_club(club_id)
    wish = embed_options(request)
    club_calendar = calendar_of(club=club.pk)
    events = (*club_calendar.running, *club_calendar.upcoming)[: wish.rows]
    values = {"club": club, "events": events, "wish": wish}
    return allow_framing(render(request, "tournaments/embed/calendar.html", values))


def winner(request: HttpRequest, club_id: int) -> HttpResponse:
    """Winners of the club's last tournament, or a page saying there are none."""
    club = listed_club(club_id)
    values = {"club": club, "won": last_win_of(club), "wish": embed_options(request)}
    return allow_framing(render(request, "tournaments/embed/winner.html", values))


def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """Stream overlay with leaders and round: 1920 × 1080, transparent."""
    tournament = public_tournament(request, code)
    rows = embed_options(request, MAX_OVERLAY_ROWS, 5).rows
    side = request.GET.get("side", "")
    return allow_framing(
        live_page(
            request,
            tournament,
            "tournaments/embed/_overlay.html",
            lambda: standings_values(tournament, rows),
            kind=f"overlay {rows}",
            frame="tournaments/embed/overlay.html",
            around={"overlay_side": side if side in SIDES else SIDES[0]},
        )
    )


def allow_framing(response: HttpResponse) -> HttpResponse:
    """Allow framing by any site."""
    vars(response)["xframe_options_exempt"] = True
    vars(response)["_csp_replace"] = {"frame-ancestors": ["*"]}
    return response
