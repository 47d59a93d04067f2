"""Parts of the site for pages elsewhere: in a frame, and over the picture of a stream.

They are the only pages that a foreign page may frame, and nobody can press anything in them but
links that lead out of the frame.
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
    """How a part is to look; what cannot be is as usual."""

    theme: str
    rows: int

    @property
    def scheme(self) -> str:
        """The colour scheme, as a browser is told of it."""
        return "light dark" if self.theme == "auto" else self.theme


def wish_of(request: HttpRequest, most: int = MOST_ROWS, usual: int = USUAL_ROWS) -> Wish:
    """What the address asks for: ``theme`` and ``rows``, at least one row."""
    theme = request.GET.get("theme", "")
    rows = request.GET.get("rows", "")
    wanted = int(rows[:4]) if rows.isdecimal() and rows.isascii() else usual
    return Wish(theme if theme in THEMES else THEMES[0], min(max(wanted, 1), most))


def standings(request: HttpRequest, code: str) -> HttpResponse:
    """The first places of a tournament."""
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
    """The first rows of each list, and how far the evening is."""
    found = standings_of(tournament)
    return {
        "tournament": tournament,
        "frame": frame_of(tournament, "standings"),
        "standings": found,
        "lists": [RankingList(each.section, each.lines[:rows]) for each in found.lists],
    }


def calendar(request: HttpRequest, club_id: int) -> HttpResponse:
    """What comes and what is on in a club."""
    club = club_with_news(club_id)
    wish = wish_of(request)
    found = calendar_of(club=club.pk)
    events = (*found.running, *found.upcoming)[: wish.rows]
    values = {"club": club, "events": events, "wish": wish}
    return let_everybody_frame(render(request, "tournaments/embed/calendar.html", values))


def winner(request: HttpRequest, club_id: int) -> HttpResponse:
    """Who won the club's last tournament; before one is over, a page that says so."""
    club = club_with_news(club_id)
    values = {"club": club, "won": last_win_of(club), "wish": wish_of(request)}
    return let_everybody_frame(render(request, "tournaments/embed/winner.html", values))


def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """The first places and the round over the picture of a stream: 1920 × 1080, transparent."""
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
    """The answer, to be shown within a page of any site."""
    vars(response)["xframe_options_exempt"] = True
    vars(response)["_csp_replace"] = {"frame-ancestors": ["*"]}
    return response
