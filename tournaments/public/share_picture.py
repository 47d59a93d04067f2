"""Share picture, 1200 × 630, cached by content."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import sleep
from typing import Final

import resvg_py
from django.core.cache import cache
from django.template.loader import render_to_string

from games.charts.letters import text_width, wrap_text
from games.charts.system_fonts import can_be_drawn, font_files_for, name_image_fonts
from games.charts.ways import Box, PlaceCurves, place_curves
from games.wording.dates import capitalised_date_text, date_text
from games.wording.texts import seat_name
from tournaments.public.pages import RENDER_LOCK_SECONDS, RENDER_WAITS_SECONDS
from tournaments.public.selectors.shares import TournamentShare
from tournaments.standings.selectors import StandingLine

EDGE: Final = 64
WIDTH: Final = 1200
PREVIEW_WIDTH: Final = 400
"""Pixels; for previews of the picture on pages."""
HEIGHT: Final = 630
CONTENT_WIDTH: Final = WIDTH - 2 * EDGE
CHART_BOX: Final = Box(746, 134, 1110, 362)
WIDTH_NEXT_TO_CHART: Final = 620
TITLE_HEIGHT: Final = 210
TITLE_SIZES: Final = (76, 68, 60, 52, 46, 40, 34, 28, 24)
FIGURE_WIDTH: Final = 190
BASELINES: Final = (426, 497, 562)
CACHE_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text with size and position."""

    text: str
    size: float
    y: float


@dataclass(frozen=True, slots=True)
class PicturePlace:
    rank: str
    names: TextLine
    line: StandingLine
    is_first: bool
    rule: float


def share_picture_svg(share: TournamentShare, address: str, width: int = WIDTH) -> str:
    """The picture as SVG; ``address``: the tournament's URL without scheme."""
    tournament = share.tournament
    ways = winner_chart(share)
    room = WIDTH_NEXT_TO_CHART if ways else CONTENT_WIDTH
    title = title_lines(tournament.name, room)
    details = [share.field, share.state]
    begins = f"{capitalised_date_text(tournament.date)}, {tournament.start_time:%H:%M}"
    values = {
        "tournament": tournament,
        "width": width,
        "height": width * HEIGHT // WIDTH,
        "club": fit_text(tournament.club.name, 27, 600, 560, 80),
        "when": fit_text(
            " · ".join(filter(None, (date_text(tournament.date, "j E Y"), share.where))),
            25, 400, 440, 79,
        ),
        "title": title,
        "below": fit_text(" · ".join(filter(None, details)), 27, 400, room, title[-1].y + 52),
        "ways": ways,
        "places": places_of(share),
        "begins": fit_text(begins, 44, 600, CONTENT_WIDTH, 462),
        "address": fit_text(address, 27, 400, CONTENT_WIDTH, 540),
    }  # fmt: skip
    return name_image_fonts(render_to_string("tournaments/public/share_picture.svg", values))


def cached_png(svg: str) -> bytes:
    """The picture as PNG, cached for all processes."""
    name = cache_key(svg)
    cached: bytes | None = cache.get(name)
    if cached is not None:
        return cached
    is_mine = cache.add(f"{name}:drawing", True, RENDER_LOCK_SECONDS)
    cached = None if is_mine else wait_for_png(name)
    if cached is None:
        cached = render_png(svg)
        cache.set(name, cached, CACHE_SECONDS)
    if is_mine:
        cache.delete(f"{name}:drawing")
    return cached


def cache_key(svg: str) -> str:
    return f"share:{hashlib.blake2s(svg.encode()).hexdigest()}"


def wait_for_png(name: str) -> bytes | None:
    """Wait for another request's picture; None on timeout."""
    for seconds in RENDER_WAITS_SECONDS:
        sleep(seconds)
        cached: bytes | None = cache.get(name)
        if cached is not None:
            return cached
    return None


def render_png(svg: str) -> bytes:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=font_files_for(svg),
        font_family="Inter",
        skip_system_fonts=True,
    )
    return bytes(drawn)


def winner_chart(share: TournamentShare) -> PlaceCurves | None:
    lists = share.standings.lists
    return place_curves([line.places for line in lists[0].lines], CHART_BOX) if lists else None


def title_lines(text: str, room: float) -> list[TextLine]:
    """Title lines in the largest size that fits; a too wide word is shrunk."""
    for size in TITLE_SIZES:
        lines = wrap_text(text, size, 700, room)
        is_narrow = all(text_width(line, size, 700) <= room for line in lines)
        if is_narrow and len(lines) * size * 1.05 <= TITLE_HEIGHT:
            break
    below = size * 1.05
    return [fit_text(line, size, 700, room, 198 + at * below) for at, line in enumerate(lines)]


def places_of(share: TournamentShare) -> list[PicturePlace]:
    rows = zip(share.best, BASELINES, strict=False)
    return [place_of(section, line, y, len(share.standings.lists)) for (section, line), y in rows]


def place_of(section: str, line: StandingLine, y: float, lists: int) -> PicturePlace:
    """One place; with two lists, the list's name precedes the names."""
    is_first = y == BASELINES[0]
    before = f"{seat_name(section.upper())}: " if lists > 1 else ""
    size, weight = (34, 600) if is_first else (27, 400)
    names = first_fit(
        [f"{before}{name}" for name in names_drawn(line)],
        size, weight, CONTENT_WIDTH - 56 - FIGURE_WIDTH, y,
    )  # fmt: skip
    return PicturePlace(str(line.rank), names, line, is_first, y + 28)


def names_drawn(line: StandingLine) -> list[str]:
    """Full and short names; the number where fonts lack letters."""
    names = [line.team.name, line.team.short]
    return names if all(map(can_be_drawn, names)) else [f"№ {line.team.number}"]


def first_fit(texts: Sequence[str], size: float, weight: int, room: float, y: float) -> TextLine:
    """The first text that fits, else the last one shrunk."""
    for text in texts:
        if text_width(text, size, weight) <= room:
            return TextLine(text, size, y)
    return fit_text(texts[-1], size, weight, room, y)


def fit_text(text: str, size: float, weight: int, room: float, y: float) -> TextLine:
    width = text_width(text, size, weight)
    return TextLine(text, size if width <= room else math.floor(10 * size * room / width) / 10, y)
