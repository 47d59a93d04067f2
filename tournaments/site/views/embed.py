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
from tournaments.public.selectors.frames import frame_of
from tournaments.site.selectors.calendar import calendar_of
from tournaments.site.selectors.news import last_win_of
from tournaments.site.views.follow import club_with_news
from tournaments.standings.selectors import RankingList, standings_of

THEMES: Final = ("auto", "light", "dark")
USUAL_ROWS: Final = 10
MOST_ROWS: Final = 100
MOST_IN_OVERLAY: Final = 10
SIDES: Final = ("left", "right")


@dataclass(frozen=True, slots=True)
class Wish:
    theme: str
    rows: int

    @property
    def scheme(self) -> str:
        return "light dark" if self.theme == "auto" else self.theme


def wish_of(request: HttpRequest, most: int = MOST_ROWS, usual: int = USUAL_ROWS) -> Wish:
    """Parse ``theme`` and ``rows`` (at least one row)."""
    theme = request.GET.get("theme", "")
    rows = request.GET.get("rows", "")
    wanted = int(rows[:4]) if rows.isdecimal() and rows.isascii() else usual
    return Wish(theme if theme in THEMES else THEMES[0], min(max(wanted, 1), most))


def standings(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    wish = wish_of(request)
    return let_everybody_frame(
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
    found = standings_of(tournament)
    return {
        "tournament": tournament,
        "frame": frame_of(tournament, "standings"),
        "standings": found,
        "lists": [RankingList(each.section, each.lines[:rows]) for each in found.lists],
    }


def calendar(request: HttpRequest, club_id: int) -> HttpResponse:
    club = club_with_news(club_id)
    wish = wish_of(request)
    found = calendar_of(club=club.pk)
    events = (*found.running, *found.upcoming)[: wish.rows]
    values = {"club": club, "events": events, "wish": wish}
    return let_everybody_frame(render(request, "tournaments/embed/calendar.html", values))


def winner(request: HttpRequest, club_id: int) -> HttpResponse:
    """Winners of the club's last tournament, or a page saying there are none."""
    club = club_with_news(club_id)
    values = {"club": club, "won": last_win_of(club), "wish": wish_of(request)}
    return let_everybody_frame(render(request, "tournaments/embed/winner.html", values))


def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """Stream overlay with leaders and round: 1920 × 1080, transparent."""
    tournament = public_tournament(request, code)
    rows = wish_of(request, MOST_IN_OVERLAY, 5).rows
    side = request.GET.get("side", "")
    return let_everybody_frame(
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


def let_everybody_frame(response: HttpResponse) -> HttpResponse:
    """Allow framing by any site."""
    vars(response)["xframe_options_exempt"] = True
    vars(response)["_csp_replace"] = {"frame-ancestors": ["*"]}
    return response
