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

from games.charts.letters import lines_of, width_of
from games.charts.system_fonts import can_be_drawn, files_for, for_picture
from games.charts.ways import Box, Ways, ways_of
from games.wording.dates import day_first, day_text
from games.wording.texts import seat_name
from tournaments.public.pages import DRAWING_SECONDS, WAITS
from tournaments.public.selectors.shares import Share
from tournaments.standings.selectors import Line

EDGE: Final = 64
WIDTH: Final = 1200
SMALL: Final = 400
"""So wide is it where a page only shows what chats will."""
HEIGHT: Final = 630
ROOM: Final = WIDTH - 2 * EDGE
PICTURE_OF_WAYS: Final = Box(746, 134, 1110, 362)
ROOM_BESIDE_WAYS: Final = 620
TITLE_HEIGHT: Final = 210
TITLE_SIZES: Final = (76, 68, 60, 52, 46, 40, 34, 28, 24)
FIGURE_ROOM: Final = 190
BASELINES: Final = (426, 497, 562)
KEPT_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text with size and position."""

    text: str
    size: float
    y: float


@dataclass(frozen=True, slots=True)
class Place:
    rank: str
    names: Words
    line: Line
    is_first: bool
    rule: float


def picture_of(share: Share, address: str, width: int = WIDTH) -> str:
    """The picture as SVG; ``address``: the tournament's URL without scheme."""
    tournament = share.tournament
    ways = ways_in(share)
    room = ROOM_BESIDE_WAYS if ways else ROOM
    title = title_lines(tournament.name, room)
    told = [share.field, share.state]
    begins = f"{day_first(tournament.date)}, {tournament.start_time:%H:%M}"
    values = {
        "tournament": tournament,
        "width": width,
        "height": width * HEIGHT // WIDTH,
        "club": fit(tournament.club.name, 27, 600, 560, 80),
        "when": fit(
            " · ".join(filter(None, (day_text(tournament.date, "j E Y"), share.where))),
            25, 400, 440, 79,
        ),
        "title": title,
        "below": fit(" · ".join(filter(None, told)), 27, 400, room, title[-1].y + 52),
        "ways": ways,
        "places": places_of(share),
        "begins": fit(begins, 44, 600, ROOM, 462),
        "address": fit(address, 27, 400, ROOM, 540),
    }  # fmt: skip
    return for_picture(render_to_string("tournaments/public/share_picture.svg", values))


def draw_png(svg: str) -> bytes:
    """The picture as PNG, cached for all processes."""
    name = name_of(svg)
    kept: bytes | None = cache.get(name)
    if kept is not None:
        return kept
    is_mine = cache.add(f"{name}:drawing", True, DRAWING_SECONDS)
    kept = None if is_mine else png_of_another(name)
    if kept is None:
        kept = png_of(svg)
        cache.set(name, kept, KEPT_SECONDS)
    if is_mine:
        cache.delete(f"{name}:drawing")
    return kept


def name_of(svg: str) -> str:
    return f"share:{hashlib.blake2s(svg.encode()).hexdigest()}"


def png_of_another(name: str) -> bytes | None:
    """Wait for another request's picture; None on timeout."""
    for seconds in WAITS:
        sleep(seconds)
        kept: bytes | None = cache.get(name)
        if kept is not None:
            return kept
    return None


def png_of(svg: str) -> bytes:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=files_for(svg),
        font_family="Inter",
        skip_system_fonts=True,
    )
    return bytes(drawn)


def ways_in(share: Share) -> Ways | None:
    lists = share.standings.lists
    return ways_of([line.places for line in lists[0].lines], PICTURE_OF_WAYS) if lists else None


def title_lines(text: str, room: float) -> list[Words]:
    """Title lines in the largest size that fits; a too wide word is shrunk."""
    for size in TITLE_SIZES:
        lines = lines_of(text, size, 700, room)
        is_narrow = all(width_of(line, size, 700) <= room for line in lines)
        if is_narrow and len(lines) * size * 1.05 <= TITLE_HEIGHT:
            break
    below = size * 1.05
    return [fit(line, size, 700, room, 198 + at * below) for at, line in enumerate(lines)]


def places_of(share: Share) -> list[Place]:
    rows = zip(share.best, BASELINES, strict=False)
    return [place_of(section, line, y, len(share.standings.lists)) for (section, line), y in rows]


def place_of(section: str, line: Line, y: float, lists: int) -> Place:
    """One place; with two lists, the list's name precedes the names."""
    is_first = y == BASELINES[0]
    before = f"{seat_name(section.upper())}: " if lists > 1 else ""
    size, weight = (34, 600) if is_first else (27, 400)
    names = first_fit(
        [f"{before}{name}" for name in names_drawn(line)],
        size, weight, ROOM - 56 - FIGURE_ROOM, y,
    )  # fmt: skip
    return Place(str(line.rank), names, line, is_first, y + 28)


def names_drawn(line: Line) -> list[str]:
    """Full and short names; the number where fonts lack letters."""
    names = [line.team.name, line.team.short]
    return names if all(map(can_be_drawn, names)) else [f"№ {line.team.number}"]


def first_fit(texts: Sequence[str], size: float, weight: int, room: float, y: float) -> Words:
    """The first text that fits, else the last one shrunk."""
    for text in texts:
        if width_of(text, size, weight) <= room:
            return Words(text, size, y)
    return fit(texts[-1], size, weight, room, y)


def fit(text: str, size: float, weight: int, room: float, y: float) -> Words:
    width = width_of(text, size, weight)
    return Words(text, size if width <= room else math.floor(10 * size * room / width) / 10, y)
