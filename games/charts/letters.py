"""Text widths in the page font, so that drawn text fits its space."""

import os
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont

FONT_FOLDER: Final = Path(__file__).resolve().parent / "type"
"""No drawing library extracts one weight from the pages' files."""
WEIGHTS: Final = (400, 600, 700)
ROOM_FOR_KERNING = 1.01
UNKNOWN_WIDTH = 1.0
"""In font heights."""


def text_width(text: str, size: float, weight: int) -> float:
    widths = widths_of(weight)
    return ROOM_FOR_KERNING * size * sum(widths.get(ord(sign), UNKNOWN_WIDTH) for sign in text)


def wrap_text(text: str, size: float, weight: int, room: float) -> list[str]:
    """Wrap words to a width; a wider word gets a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def widths_of(weight: int) -> Mapping[int, float]:
    """Width of each glyph in em, by code point."""
    font = TTFont(woff2(weight))
    units = font["head"].unitsPerEm
    metrics = font["hmtx"]
    return {code: metrics[name][0] / units for code, name in font.getBestCmap().items()}


@cache
def font_files() -> list[str]:
    """The page font as files for a drawing library; created once per process."""
    folder = tempfile.mkdtemp(prefix="belot-type-")
    return [unpack_font(weight, folder) for weight in WEIGHTS]


def unpack_font(weight: int, folder: str) -> str:
    font = TTFont(woff2(weight))
    font.flavor = None
    target = os.path.join(folder, f"inter-{weight}.ttf")
    font.save(target)
    return target


def woff2(weight: int) -> Path:
    return FONT_FOLDER / f"inter-{weight}.woff2"
