"""Fonts of the system, as tests want them to be installed."""

from collections.abc import Iterable

import pytest

from games.charts import system_fonts
from games.charts.system_fonts import Font, SystemFonts


def install(
    monkeypatch: pytest.MonkeyPatch, letters: Iterable[str], *, bitmaps: Iterable[str] = ()
) -> None:
    """Let one font have the outlines of these letters, another bitmaps of those."""
    font = Font("/fonts/other.ttf", "Other & Sons")
    fonts = SystemFonts(dict.fromkeys(map(ord, letters), font), frozenset(map(ord, bitmaps)))
    monkeypatch.setattr(system_fonts, "system_fonts", lambda: fonts)
