import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final
from unicodedata import category
from xml.sax.saxutils import quoteattr

from fontTools.ttLib import TTFont, TTLibError

from games.charts.letters import WEIGHTS, font_files, widths_of

FOLDERS: Final = tuple(
    Path(name).expanduser()
    for name in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
)
OUTLINE_TABLES: Final = frozenset({"glyf", "CFF ", "CFF2"})
"""Bitmaps would stay blank."""
VARIANT: Final = re.compile("Mono|Serif|Condensed|Narrow|Bold|Black|Light|Thin|Italic|Oblique")
STAND_IN: Final = "?"
VARIATION_SELECTORS: Final = range(0xFE00, 0xFE10)


@dataclass(frozen=True, slots=True)
class Font:
    path: str
    family: str


@dataclass(frozen=True, slots=True)
class SystemFonts:
    """The preferred outline font per code point; ``bitmaps`` exist only in bitmap fonts."""

    outlines: Mapping[int, Font]
    bitmaps: Set[int]


def can_be_drawn(text: str) -> bool:
    return not needs_system_fonts(text) or all(map(is_drawn, text))


def can_be_printed(text: str) -> bool:
    """Whether a PDF can show every character; unlike images it can use bitmap fonts (emoji)."""
    return not needs_system_fonts(text) or all(map(is_printed, text))


def needs_system_fonts(text: str) -> bool:
    return not all(map(is_in_type, text))


def is_in_type(sign: str) -> bool:
    return ord(sign) in widths_of(WEIGHTS[0]) or is_invisible(sign)


def is_drawn(sign: str) -> bool:
    return is_in_type(sign) or ord(sign) in system_fonts().outlines


def is_printed(sign: str) -> bool:
    return is_drawn(sign) or ord(sign) in system_fonts().bitmaps


def is_invisible(sign: str) -> bool:
    return sign.isspace() or category(sign) == "Cf" or ord(sign) in VARIATION_SELECTORS


def name_image_fonts(svg: str) -> str:
    """Name the font of each character the page font lacks; question mark if no font has it."""
    return "".join(in_fonts(svg)) if needs_system_fonts(svg) else svg


def in_fonts(svg: str) -> Iterator[str]:
    for family, signs in groupby(families(svg), key=lambda pair: pair[0]):
        text = "".join(sign for _, sign in signs)
        yield f"<tspan font-family={quoteattr(family)}>{text}</tspan>" if family else text


def families(text: str) -> Iterator[tuple[str, str]]:
    """Each character with its font family, empty for the page font; marks keep their base's."""
    family = ""
    for sign in text:
        if category(sign) not in ("Cf", "Mn", "Mc", "Me"):
            font = None if is_in_type(sign) else system_fonts().outlines.get(ord(sign))
            family = font.family if font else ""
        yield family, sign if is_drawn(sign) else STAND_IN


def replace_unprintable(html: str) -> str:
    """Replace characters without any font by question marks: a PDF would drop them."""
    if can_be_printed(html):
        return html
    return "".join(sign if is_printed(sign) else STAND_IN for sign in html)


def font_files_for(svg: str) -> list[str]:
    if not needs_system_fonts(svg):
        return font_files()
    fonts = system_fonts().outlines
    paths = {fonts[ord(sign)].path for sign in svg if not is_in_type(sign) and ord(sign) in fonts}
    return font_files() + sorted(paths)


@cache
def system_fonts() -> SystemFonts:
    outlines: dict[int, Font] = {}
    bitmaps: set[int] = set()
    paths = (path for folder in FOLDERS for path in folder.rglob("*.[to]t[fc]"))
    for path in sorted(paths, key=preference):
        try:
            with TTFont(path, fontNumber=0, lazy=True) as font:
                codes = font.getBestCmap() or {}
                if OUTLINE_TABLES.isdisjoint(font.keys()):
                    bitmaps.update(codes)
                    continue
                each = Font(str(path), font["name"].getBestFamilyName() or path.stem)
        except (TTLibError, OSError):
            continue
        for code in codes:
            outlines.setdefault(code, each)
    return SystemFonts(outlines, bitmaps)


def preference(path: Path) -> tuple[bool, bool, str]:
    return "Sans" not in path.stem, bool(VARIANT.search(path.stem)), str(path)
